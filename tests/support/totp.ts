import { codeOf, stepAt } from '../../server/adapters/totp'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code that an authenticator app shows at a time for a secret in base32. */
export function appCode(secret: string, at: Date): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  return codeOf(Buffer.from(bytes), stepAt(at))
}
