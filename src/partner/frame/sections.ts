import type { Partner, PartnerUser } from '../../providers/auth/partnerSession'

/** Sections of the partner's page, as they stand in its address: `?section=trips`. */
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
/** Of the reader's own account, which the menu of the account leads to. */
export const ACCOUNT_SECTION = 'account'
export type SectionName = (typeof SECTIONS)[number] | typeof ACCOUNT_SECTION

/** What every section is given. */
export interface SectionProps {
  user: PartnerUser
  partner: Partner
}

/** Whether the person may book, change and cancel. */
export const maySell = ({ role }: PartnerUser): boolean => role === 'owner' || role === 'agent'

/** Whether the person may see and keep what programs work with. */
export const mayDevelop = ({ role }: PartnerUser): boolean => role === 'owner' || role === 'developer'
