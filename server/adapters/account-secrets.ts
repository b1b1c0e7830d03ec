import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { withAsciiDigits } from '../../contract/core/digits'
import { RECOVERY_CODE_CHARS } from '../../contract/core/limits/second-factor'
import { seal, unseal } from './sealed-secrets'

const ID_BYTES = 16
const TOKEN = /^[\w-]{64}$/
/** Letters and digits without look-alikes. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Secrets that protect accounts; each purpose has a key that is derived from the key of the installation. */
export interface AccountSecrets {
  /** Returns the token of a link: its id, and the proof that this installation made it. */
  linkToken: (id: string) => string
  /** @returns the id of the link; null for a token that this installation has not made */
  linkOf: (token: string) => string | null
  /** Returns the token of a partner's invitation: a MAC of its link's id, which does not reveal the id. */
  invitationToken: (linkId: string) => string
  /** Returns the token of a payment link: a MAC of its id with 256 bits, which does not reveal the id. */
  paymentToken: (linkId: string) => string
  /** Key that the fake payment provider signs its events with, `whsec_…`. */
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

/** Returns a typed code in upper case, without spaces and hyphens. */
export const plainCode = (typed: string): string => withAsciiDigits(typed).replaceAll(/[\s-]/g, '').toUpperCase()

/** Returns a recovery code of almost 50 bits, `ABCDE-23456`. */
export function makeRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, RECOVERY_CODE_CHARS / 2)}-${letters.slice(RECOVERY_CODE_CHARS / 2)}`
}
