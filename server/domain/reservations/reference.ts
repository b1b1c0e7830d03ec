/** Letters and digits that cannot be taken for one another on the phone: no I, O, 0 and 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The reference that random bytes stand for, one character a byte; every character is equally likely. */
export function referenceOf(randomBytes: Uint8Array): string {
  return Array.from(randomBytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
