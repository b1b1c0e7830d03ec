import { createHmac, timingSafeEqual } from 'node:crypto'
import { TOTP_DIGITS, TOTP_STEPS_AROUND, TOTP_STEP_S } from '../../contract/core/limits'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as RFC 4648 base32 without padding, the form in which authenticator apps accept a secret. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let buffer = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(buffer >> bits) & 31] ?? ''
    }
  }
  return bits === 0 ? text : text + (BASE32[(buffer << (5 - bits)) & 31] ?? '')
}

/** Returns the number of a time step: steps since 1970. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / TOTP_STEP_S)

/** Returns the code of a step (RFC 4226 with the step as its counter, as in RFC 6238). */
export function codeOf(secret: Uint8Array, step: number, digits = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the step of a code, among the current one and those around it; null where none matches.
 * @param after last step that was used: steps up to it are refused
 */
export function stepOf(secret: Uint8Array, code: string, at: Date, after: number): number | null {
  const present = stepAt(at)
  for (let step = present - TOTP_STEPS_AROUND; step <= present + TOTP_STEPS_AROUND; step += 1)
    if (step > after && isSame(codeOf(secret, step), code)) return step
  return null
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns the text of a QR code that gives a secret to an authenticator app. */
export function otpauthUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_STEP_S}`
}
