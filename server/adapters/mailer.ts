import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  /** Stays the same when it is sent again after a failure, so that the reader's server can tell. */
  messageId: string
  senderName: string
  /** Where answers go; to the sender's own address where it is null. */
  replyTo: string | null
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content: Buffer }[]
}

export interface Mailer {
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

/** The server refuses this mail for good: sending it again would be refused again. */
export class MailRefused extends Error {}

const PATIENCE_MS = 20_000
/** From here on a server means it. */
const PERMANENT_FROM = 500

/** Sends through the mail server at `url` (`smtp://user:password@host:587`, `smtps://…`) from one address. */
export function createMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  )
  return {
    send: async ({ messageId, senderName, replyTo, ...mail }) => {
      const domain = from.split('@')[1] ?? 'localhost'
      try {
        await transport.sendMail({
          ...mail,
          from: { name: senderName, address: from },
          ...(replyTo !== null && { replyTo }),
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        const { message, responseCode } = error as Error & { responseCode?: number }
        if (responseCode !== undefined && responseCode >= PERMANENT_FROM) throw new MailRefused(message)
        throw error
      }
    },
    close: () => transport.close(),
  }
}
