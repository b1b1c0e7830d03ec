import { PARTNER_ROLES, type PartnerRole } from '../../../contract/core/vocabulary'
import { isObject } from '../storage'

export interface PartnerUser {
  id: string
  email: string
  first_name: string
  last_name: string
  role: PartnerRole
}

export interface Partner {
  id: string
  code: string
  legal_name: string
  trading_name: string
  currency: string
  timezone: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The fields of a partner's person that the browser keeps; null where it is none. */
export function toPartnerUser(value: unknown): PartnerUser | null {
  if (!isObject(value)) return null
  return {
    id: text(value['id']),
    email: text(value['email']),
    first_name: text(value['first_name']),
    last_name: text(value['last_name']),
    role: PARTNER_ROLES.find((role) => role === value['role']) ?? 'viewer',
  }
}

/** The fields of a partner that the browser keeps; null where it is none. */
export function toPartner(value: unknown): Partner | null {
  if (!isObject(value)) return null
  return {
    id: text(value['id']),
    code: text(value['code']),
    legal_name: text(value['legal_name']),
    trading_name: text(value['trading_name']),
    currency: text(value['currency']),
    timezone: text(value['timezone']) || 'UTC',
  }
}

export const partnerName = ({ trading_name, legal_name, code }: Partner): string => trading_name || legal_name || code

export const personName = ({ first_name, last_name, email }: PartnerUser): string =>
  [first_name, last_name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ') || email
