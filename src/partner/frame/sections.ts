import type { Partner, PartnerUser } from '../../providers/auth/partnerSession'

/** Sections of the partner page, as in its address: `?section=trips`. */
export const SECTIONS = [
  'overview',
  'journeys',
  'trips',
  'statements',
  'credentials',
  'webhooks',
  'mock',
  'checklist',
  'logs',
  'docs',
] as const
/** Section of the user's own account, linked from the account menu. */
export const ACCOUNT_SECTION = 'account'
export type SectionName = (typeof SECTIONS)[number] | typeof ACCOUNT_SECTION

export interface SectionProps {
  user: PartnerUser
  partner: Partner
}

/** Whether the user may book, change and cancel. */
export const maySell = ({ role }: PartnerUser): boolean => role === 'owner' || role === 'agent'

/** Whether the user may see and manage API keys, webhooks and logs. */
export const mayDevelop = ({ role }: PartnerUser): boolean => role === 'owner' || role === 'developer'
