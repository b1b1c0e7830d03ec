import type { Language } from '../../contract/core/languages'

/** A mail by which its reader comes in: the address in it is made when it is sent, and stands nowhere before. */
export interface LinkMail {
  kind: 'account_invitation' | 'account_password' | 'partner_invitation'
  linkId: string
  /** Where the reader opens the console or the portal. */
  origin: string
  recipient: string
  language: Language
  /** Of the reader; null where only the address is known. */
  name: string | null
  /** What the reader signs in with. */
  username: string
  /** The partner that the reader will work for; null for colleagues. */
  partner: string | null
  expiresAt: Date
  /** The record that it is about. */
  about: { type: string; id: string; label: string }
}
