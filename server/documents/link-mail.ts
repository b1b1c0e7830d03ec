import type { Language } from '../../contract/core/languages'

/** Mail with a personal link; its token is made when the mail is sent and is not stored. */
export interface LinkMail {
  kind: 'account_invitation' | 'account_password' | 'partner_invitation'
  linkId: string
  /** Origin at which the reader opens the console or the portal. */
  origin: string
  recipient: string
  language: Language
  /** Name of the reader; null where only the address is known. */
  name: string | null
  /** Name that the reader signs in with. */
  username: string
  /** Partner that the reader will work for; null for staff. */
  partner: string | null
  expiresAt: Date
  /** Record that the mail is about. */
  about: { type: string; id: string; label: string }
}
