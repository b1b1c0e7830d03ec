import { createHmac, timingSafeEqual } from 'node:crypto'

export interface TicketCode {
  reference: string
  /** 128 random bits in hex. */
  code: string
}

/** 128 bits are enough for a signature that only the server verifies, and make the QR code small. */
const SIGNATURE_BYTES = 16

/** Returns the key of test tickets: a scanner that knows only the key of live tickets rejects them. */
export const testTicketKey = (key: Uint8Array): Uint8Array => createHmac('sha256', key).update('test').digest()

/** Returns the text of a ticket's QR code: `reference.code.signature`. */
export const ticketPayload = ({ reference, code }: TicketCode, key: Uint8Array): string =>
  `${reference}.${code}.${signatureOf(reference, code, key).toString('base64url')}`

/** Returns the ticket of a QR code; undefined where its signature is not ours. */
export function readTicket(payload: string, key: Uint8Array): TicketCode | undefined {
  const [reference = '', code = '', signature = '', ...rest] = payload.split('.')
  const given = Buffer.from(signature, 'base64url')
  if (rest.length > 0 || given.length !== SIGNATURE_BYTES) return undefined
  return timingSafeEqual(given, signatureOf(reference, code, key)) ? { reference, code } : undefined
}

const signatureOf = (reference: string, code: string, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${reference}.${code}`).digest().subarray(0, SIGNATURE_BYTES)
