import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { WEBHOOK_SECRET_BYTES, WEBHOOK_TOLERANCE_S } from '../../contract/core/limits/webhooks'

/* Standard Webhooks 1.0, symmetric signatures (https://www.standardwebhooks.com). */

const PREFIX = 'whsec_'

export const makeWebhookSecret = (): string => PREFIX + randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')

export interface SignedMessage {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Returns one signature for each active secret. */
export const signWebhook = (message: SignedMessage, secrets: readonly string[]): string =>
  secrets.map((secret) => `v1,${macOf(message, secret).toString('base64')}`).join(' ')

export type WebhookHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>

/** Whether a message is signed with the secret, and its time is within the tolerance. */
export function isGenuine(headers: WebhookHeaders, body: string, secret: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(headers['webhook-timestamp'])) return false
  const timestamp = Number(headers['webhook-timestamp'])
  if (Math.abs(now.getTime() / 1000 - timestamp) > WEBHOOK_TOLERANCE_S) return false
  const expected = macOf({ id: headers['webhook-id'], timestamp, body }, secret)
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.[1]
    return given !== undefined && timingSafeEqual(Buffer.from(given, 'base64'), expected)
  })
}

const macOf = ({ id, timestamp, body }: SignedMessage, secret: string): Buffer =>
  createHmac('sha256', Buffer.from(secret.replace(PREFIX, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest()
