/** Letters and digits that are not confused on the phone: no I, O, 0 and 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Returns a reference made of random bytes, one character per byte. All characters are equally likely. */
export function referenceOf(randomBytes: Uint8Array): string {
  return Array.from(randomBytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
