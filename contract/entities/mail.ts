import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byServer } from '../core/ownership'
import { Id, Instant } from '../core/scalars'
import { MAIL_KINDS, MAIL_STATUSES } from '../core/vocabulary'
import { LANGUAGES } from '../core/languages'

/** One end of a ride as formatted text; the time is local to the place. */
const MailStop = z.object({ time: z.string(), place: z.string() })

/** A block of a mail, in its language. The same blocks are shown on screen, and sent as text and as HTML. */
export const MailBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('quiet'), text: z.string() }),
  z.object({ kind: z.literal('ride'), day: z.string(), code: z.string(), from: MailStop, to: MailStop }),
  /** The URL is inserted when the mail is sent, so that readers of the outbox cannot use it. */
  z.object({ kind: z.literal('link'), text: z.string(), link_id: Id, origin: z.string() }),
  z.object({ kind: z.literal('facts'), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
])
export type MailBlock = z.output<typeof MailBlock>

/** An outgoing mail with its delivery status. Written and changed only by the server. */
export const mail = defineEntity({
  resource: 'mails',
  writable: {},
  computed: {
    kind: byServer(z.enum(MAIL_KINDS), 'filter'),
    status: byServer(z.enum(MAIL_STATUSES), 'filter', 'sort'),
    language: byServer(z.enum(LANGUAGES), 'filter'),
    recipient: byServer(z.string(), 'filter', 'sort'),
    subject: byServer(z.string()),
    content: byServer(z.array(MailBlock)),
    /** Tickets of a reservation, rendered when the mail is sent. */
    attachments: byServer(z.array(z.object({ reservation_id: Id, name: z.string() }))),
    /** Why the last attempt failed. */
    error: byServer(z.string().nullable()),
    /** Attempts to send it. */
    attempts: byServer(z.int().min(0)),
    sent_at: byServer(Instant.nullable(), 'filter', 'sort'),
    /** Resource of the record that it is about. */
    entity_type: byServer(z.string().nullable(), 'filter'),
    entity_id: byServer(Id.nullable(), 'filter'),
    entity_label: byServer(z.string().nullable()),
  },
  unlisted: ['updated_at'],
})
export type Mail = z.output<typeof mail.record>

/** A mail as it would be sent. */
export const MailPreview = mail.record.pick({ recipient: true, language: true, subject: true, content: true })
export type MailPreview = z.output<typeof MailPreview>
