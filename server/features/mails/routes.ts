import type { FastifyInstance } from 'fastify'
import type { Mail } from '../../../contract/entities/mail'
import type { Reservation } from '../../../contract/entities/reservation'
import { sendMailAgain, sendTickets } from '../../../contract/operations/mails'
import { sentence } from '../../../contract/core/sentence'
import type { Store } from '../../crud/store'
import { audit } from '../../kernel/audit'
import { enqueue } from '../../db/jobs'
import { roleOf } from '../../http/admit'
import { invalid, wrongState } from '../../http/refusal'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { writeToPassengers } from './follow'
import { forgetContents, mailsStore, noteMailIn } from './repository/mails'
import { SEND_MAIL, writeMail } from './write'
import { mailJobs, type MailJobDeps } from './jobs'

const TICKETED: readonly Reservation['status'][] = ['confirmed', 'checked_in', 'boarded', 'completed']

interface Deps extends MailJobDeps {
  store: Store<Mail>
  /** True when a mail server is configured, so that mails written on request are sent. */
  sends: boolean
}

export const mailFeature: Feature<Deps> = {
  stores: [mailsStore],
  routes: mailRoutes,
  jobs: mailJobs,
  followers: () => ({ mails: writeToPassengers }),
  sweeps: ({ db }) => ({
    mails: async ({ company: { mail_content_kept_days: days }, before }) =>
      days !== null && forgetContents(db, before(days)),
  }),
}

function mailRoutes(app: FastifyInstance, { store, ports, sends }: Deps): void {
  serve(app, sendTickets, ({ params, body, context }) =>
    store.write(context, async (tx) => {
      const reservation = await ports.read(tx, params.id)
      const recipient = body.email ?? reservation.lead_email
      if (recipient === null)
        throw invalid([{ path: 'email', message: sentence`No email address is known: enter one.` }])
      if (!TICKETED.includes(reservation.status))
        throw wrongState([
          { path: 'status', message: sentence`${reservation.reference} has no tickets: confirm it first.` },
        ])
      const to = { recipient, language: body.language ?? reservation.locale }
      const id = await writeMail(tx, { ports, sends, now: context.now }, { kind: 'tickets', reservation }, to, null)
      if (id === null) throw new Error('A mail that no job writes is always written.')
      await audit(tx, context, {
        action: 'reservations.tickets_sent',
        entity: { type: 'reservations', id: reservation.id, label: reservation.reference },
      })
      return store.getIn(tx, id)
    }),
  )

  serve(app, sendMailAgain, ({ params, context }) =>
    store.write(context, async (tx) => {
      await store.readIn(tx, params.id, roleOf(context.actor))
      const mail = await store.getIn(tx, params.id, 'update')
      if (mail.status === 'queued') return mail
      if (mail.content.length === 0)
        throw wrongState([
          { path: 'content', message: sentence`The content of this email has been deleted. Write a new email.` },
        ])
      if (!sends)
        throw wrongState([
          {
            path: 'status',
            message: sentence`No mail server is set up, so no mail is sent. Set SMTP_URL and MAIL_FROM.`,
          },
        ])
      await noteMailIn(tx, mail.id, { status: 'queued', error: null, attempts: 0 })
      await enqueue(tx, { kind: SEND_MAIL, payload: { mail_id: mail.id }, key: mail.id })
      await audit(tx, context, {
        action: 'mails.sent_again',
        entity: { type: 'mails', id: mail.id, label: mail.entity_label ?? mail.subject },
      })
      return store.getIn(tx, mail.id)
    }),
  )
}
