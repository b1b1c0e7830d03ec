import { z } from 'zod'
import { mail } from '../entities/mail'
import { operation } from '../core/operations'
import { Email, Id, LanguageCode } from '../core/scalars'

const tag = 'mails'
const access = { action: 'edit', resource: 'reservations' } as const
const params = z.object({ id: Id })
const errors = ['not_found', 'validation', 'invalid_state'] as const

export const sendTickets = operation({
  id: 'sendTickets',
  method: 'POST',
  path: '/reservations/:id/send-tickets',
  tag,
  summary: 'Send the tickets of a reservation by email',
  access,
  params,
  body: z.strictObject({
    /** Defaults to the email address of the reservation. */
    email: Email.optional(),
    /** Defaults to the language of the reservation. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 201, description: 'The queued email; only stored if no mail server is set up.', schema: mail.record },
  errors,
})

export const sendMailAgain = operation({
  id: 'sendMailAgain',
  method: 'POST',
  path: '/mails/:id/send-again',
  tag,
  summary: 'Resend an email with its original text and the current tickets',
  access,
  params,
  body: z.strictObject({}),
  ok: { status: 200, description: 'The queued email.', schema: mail.record },
  errors,
})
