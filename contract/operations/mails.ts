import { z } from 'zod'
import { mail } from '../entities/mail'
import { operation } from '../core/operations'
import { Email, Id, LanguageCode } from '../core/scalars'

const tag = 'mails'
const access = { action: 'edit', resource: 'reservations' } as const
const params = z.object({ id: Id })
const errors = ['not_found', 'validation', 'invalid_state', 'idempotency_in_progress', 'idempotency_mismatch'] as const

export const sendTickets = operation({
  id: 'sendTickets',
  method: 'POST',
  path: '/reservations/:id/send-tickets',
  tag,
  summary: 'Send the tickets of a reservation by email',
  access,
  params,
  body: z.strictObject({
    /** The address of the party unless said. */
    email: Email.optional(),
    /** The language of the party unless said. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 201, description: 'The mail, queued; kept where there is no mail server.', schema: mail.record },
  errors,
})

export const sendMailAgain = operation({
  id: 'sendMailAgain',
  method: 'POST',
  path: '/mails/:id/send-again',
  tag,
  summary: 'Send a mail again as it was written, with the tickets as they are now',
  access,
  params,
  body: z.strictObject({}),
  ok: { status: 200, description: 'The mail, queued.', schema: mail.record },
  errors,
})
