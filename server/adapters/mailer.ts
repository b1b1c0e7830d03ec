import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  /** Same at every attempt, so that the recipient's server recognizes a mail that is sent again after a failure. */
  messageId: string
  senderName: string
  /** Address for replies; null for the sender's own address. */
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

export interface MailerSettings {
  /** `smtp://user:password@host:587`, `smtps://…` */
  url: string
  /** Sender address of every mail. */
  from: string
  /** Sends nothing over `smtp:` unless the server encrypts the connection by STARTTLS. */
  requireTls: boolean
}

/** The server permanently refuses this mail: another attempt would be refused again. */
export class MailRefused extends Error {}

const PATIENCE_MS = 20_000
/** Lowest reply code of a permanent failure. */
const PERMANENT_FROM = 500
const SERVICE_NOT_AVAILABLE = 421
/** Commands that a server without STARTTLS refuses; EHLO, where the server does not support it either. */
const ENCRYPTION_COMMANDS: readonly (string | undefined)[] = ['STARTTLS', 'EHLO']

/** Creates a mailer that sends through one mail server from one address. */
export function createMailer({ url, from, requireTls }: MailerSettings): Mailer {
  const { hostname, protocol } = new URL(url)
  const needsStartTls = requireTls && protocol === 'smtp:'
  const transport = createTransport(
    {
      url,
      requireTLS: needsStartTls,
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
  const isUnencrypted = (command: string | undefined, responseCode: number | undefined) =>
    needsStartTls &&
    responseCode !== undefined &&
    responseCode !== SERVICE_NOT_AVAILABLE &&
    ENCRYPTION_COMMANDS.includes(command)
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
        const { message, responseCode, command } = error as Error & { responseCode?: number; command?: string }
        // An attacker on the network path may have removed STARTTLS, so another attempt may succeed.
        if (isUnencrypted(command, responseCode))
          throw new Error(
            `${hostname} offers no encryption (STARTTLS), so nothing was sent to it. Use a mail server that does or one at smtps://; to send in clear text, set SMTP_REQUIRE_TLS=0. (${message})`,
            { cause: error },
          )
        if (responseCode !== undefined && responseCode >= PERMANENT_FROM) throw new MailRefused(message)
        throw error
      }
    },
    close: () => transport.close(),
  }
}
