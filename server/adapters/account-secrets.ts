import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { withAsciiDigits } from '../../contract/core/digits'
import { RECOVERY_CODE_CHARS } from '../../contract/core/limits'
import { seal, unseal } from './sealed-secrets'

const ID_BYTES = 16
const TOKEN = /^[\w-]{64}$/
/** Without letters that look like others. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** What protects accounts, each purpose by a key of its own that is drawn from the one of the installation. */
export interface AccountSecrets {
  /** The token of a link: its id, and the proof that this installation made it. */
  linkToken: (id: string) => string
  /** @returns the id of the link; null for what is no token of ours */
  linkOf: (token: string) => string | null
  /** The token of a partner's invitation: the proof of its link's id, which tells nothing of it. */
  invitationToken: (linkId: string) => string
  /** The token of a payment link: 256 bits, the proof of its id, which tells nothing of it. */
  paymentToken: (linkId: string) => string
  /** What the fake provider of payments signs its events by, `whsec_…`. */
  fakeProviderSecret: string
  seal: (secret: string) => string
  unseal: (sealed: string) => string
  hashCode: (code: string) => string
}

export function accountSecrets(key: Uint8Array): AccountSecrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `wayline account ${purpose}`, 32))
  const [links, factors, codes] = [keyFor('links'), keyFor('second factors'), keyFor('recovery codes')]
  const invitations = keyFor('partner invitations')
  const payments = keyFor('payment links')
  const proofOf = (id: Buffer) => createHmac('sha256', links).update(id).digest()
  return {
    linkToken(id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, proofOf(bytes)]).toString('base64url')
    },
    linkOf(token) {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), proofOf(id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
    invitationToken: (linkId) => createHmac('sha256', invitations).update(linkId).digest('base64url'),
    paymentToken: (linkId) => createHmac('sha256', payments).update(linkId).digest('base64url'),
    fakeProviderSecret: `whsec_${keyFor('fake payment provider').toString('base64')}`,
    seal: (secret) => seal(secret, factors),
    unseal: (sealed) => unseal(sealed, factors),
    hashCode: (code) => createHmac('sha256', codes).update(code).digest('base64url'),
  }
}

/** As typed: without what people put between the letters. */
export const plainCode = (typed: string): string => withAsciiDigits(typed).replaceAll(/[\s-]/g, '').toUpperCase()

/** Almost 50 bits, `ABCDE-23456`. */
export function makeRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, RECOVERY_CODE_CHARS / 2)}-${letters.slice(RECOVERY_CODE_CHARS / 2)}`
}
