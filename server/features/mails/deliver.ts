import type { Mail } from '../../../contract/entities/mail'
import { MailRefused, type Mailer, type OutgoingMail } from '../../adapters/mailer'
import type { Db } from '../../db/database'
import { mailHtml, mailText } from '../../documents/mail'
import { Refusal } from '../../http/refusal'
import { PermanentFailure, type Attempt } from '../../jobs/worker'
import type { Ports } from './ports'
import { companyOf } from './repository/facts'
import { noteMail, readMail } from './repository/mails'

const ERROR_MAX_CHARS = 500

interface Deps {
  db: Db
  mailer: Mailer
  ports: Ports
  now: () => Date
}

/** Sends a queued mail and records the result. @throws so that the job queue retries */
export async function deliver({ db, mailer, ports, now }: Deps, id: string, { attempt, isLast }: Attempt) {
  const mail = await readMail(db, id)
  if (mail?.status !== 'queued') return
  try {
    await mailer.send(await outgoing(db, ports, mail))
  } catch (error) {
    const isFinal = isLast || error instanceof MailRefused || error instanceof Refusal
    const message = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX_CHARS)
    await noteMail(db, id, { error: message, attempts: attempt, ...(isFinal && { status: 'failed' }) })
    throw isFinal ? new PermanentFailure(message) : error
  }
  await noteMail(db, id, { status: 'sent', sent_at: now().toISOString(), attempts: attempt, error: null })
}

type Stored = Pick<Mail, 'id' | 'kind' | 'language' | 'recipient' | 'subject' | 'content' | 'attachments'>

async function outgoing(db: Db, ports: Ports, mail: Stored): Promise<OutgoingMail> {
  const company = await companyOf(db)
  const linkAddress = (linkId: string, origin: string) => ports.linkAddress(mail.kind, linkId, origin)
  const attachments = []
  for (const { reservation_id, name } of mail.attachments)
    attachments.push({
      filename: name,
      content: await ports.print(db, await ports.read(db, reservation_id), mail.language),
    })
  return {
    messageId: mail.id,
    senderName: company.name,
    replyTo: company.contact_email,
    to: mail.recipient,
    subject: mail.subject,
    text: mailText(mail, linkAddress),
    html: mailHtml(mail, linkAddress),
    attachments,
  }
}
