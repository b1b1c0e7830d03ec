import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Encrypts a secret that must be read again: the stored text is useless without the key. */
export function seal(secret: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key.subarray(0, 32), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')}`
}

/** @throws where it was sealed with another key, or was changed. */
export function unseal(sealed: string, key: Uint8Array): string {
  const bytes = Buffer.from(sealed.replace(`${VERSION}.`, ''), 'base64')
  const decipher = createDecipheriv(CIPHER, key.subarray(0, 32), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
