import type { Company, CompanyUpdate } from '../../../contract/operations/company'
import { BACKUP_COUNT_MAX, BACKUP_COUNT_MIN } from '../../../contract/core/limits/backups'
import {
  CUSTOMER_RETENTION_MAX_MONTHS,
  CUSTOMER_RETENTION_MIN_MONTHS,
  MAIL_CONTENT_RETENTION_MAX_DAYS,
  MAIL_CONTENT_RETENTION_MIN_DAYS,
  NOTIFICATION_RETENTION_MAX_DAYS,
  NOTIFICATION_RETENTION_MIN_DAYS,
  PARTNER_LOG_RETENTION_MAX_DAYS,
  PARTNER_LOG_RETENTION_MIN_DAYS,
  SESSION_RETENTION_MAX_DAYS,
  SESSION_RETENTION_MIN_DAYS,
} from '../../../contract/core/limits/retention'
import { ACCOUNT_NAMES, type Account, type AccountCodes } from '../../../contract/core/accounts'
import { minorToInput, parseMoney } from '../../providers/format/money'
import type { Phones } from '../../ui/usePhones'
import { call } from '../../providers/http/call'

export interface CompanyForm {
  name: string
  timezone: string
  locale: Company['locale']
  /** Empty: none. */
  country: string
  contact_email: string
  contact_phone: string
  /** Percentage, as typed. */
  fare_tax: string
  tax_mode: Company['tax_mode']
  price_increment: string
  steps: { hours: string; percent: string }[]
  /** As typed; empty: no refund needs a second approver. */
  refund_limit: string
  rebooking_allowed: 'yes' | 'no'
  cash_needs_till: 'yes' | 'no'
  /** Empty codes use the default. */
  account_codes: Partial<Record<Account, string>>
  /** Empty: unlimited. */
  customers_kept_months: string
  /** Empty: unlimited. */
  mail_content_kept_days: string
  partner_log_kept_days: string
  notifications_kept_days: string
  sessions_kept_days: string
  /** Empty: never. */
  backup_hour: string
  backups_kept: string
}

export const RANGES: Partial<Record<keyof CompanyForm, { min: number; max: number }>> = {
  customers_kept_months: { min: CUSTOMER_RETENTION_MIN_MONTHS, max: CUSTOMER_RETENTION_MAX_MONTHS },
  mail_content_kept_days: { min: MAIL_CONTENT_RETENTION_MIN_DAYS, max: MAIL_CONTENT_RETENTION_MAX_DAYS },
  partner_log_kept_days: { min: PARTNER_LOG_RETENTION_MIN_DAYS, max: PARTNER_LOG_RETENTION_MAX_DAYS },
  notifications_kept_days: { min: NOTIFICATION_RETENTION_MIN_DAYS, max: NOTIFICATION_RETENTION_MAX_DAYS },
  sessions_kept_days: { min: SESSION_RETENTION_MIN_DAYS, max: SESSION_RETENTION_MAX_DAYS },
  backups_kept: { min: BACKUP_COUNT_MIN, max: BACKUP_COUNT_MAX },
}

const BP_PER_PERCENT = 100

export const formOf = (company: Company, locale: string): CompanyForm => ({
  name: company.name,
  timezone: company.timezone,
  locale: company.locale,
  country: company.country ?? '',
  contact_email: company.contact_email ?? '',
  contact_phone: company.contact_phone ?? '',
  fare_tax: String(company.fare_tax_bp / BP_PER_PERCENT),
  tax_mode: company.tax_mode,
  price_increment: String(company.price_increment_minor),
  steps: [...company.cancellation_policy]
    .sort((a, b) => b.hours_before - a.hours_before)
    .map(({ hours_before, percent_bp }) => ({
      hours: String(hours_before),
      percent: String(percent_bp / BP_PER_PERCENT),
    })),
  refund_limit:
    company.refund_limit_minor === null ? '' : minorToInput(company.refund_limit_minor, company.currency, locale),
  rebooking_allowed: company.rebooking_allowed ? 'yes' : 'no',
  cash_needs_till: company.cash_needs_till ? 'yes' : 'no',
  account_codes: company.account_codes,
  customers_kept_months: String(company.customers_kept_months ?? ''),
  mail_content_kept_days: String(company.mail_content_kept_days ?? ''),
  partner_log_kept_days: String(company.partner_log_kept_days),
  notifications_kept_days: String(company.notifications_kept_days),
  sessions_kept_days: String(company.sessions_kept_days),
  backup_hour: String(company.backup_hour ?? ''),
  backups_kept: String(company.backups_kept),
})

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))
const bpOf = (text: string) => Math.round(numberOf(text) * BP_PER_PERCENT)
/** Null means unlimited, so an invalid number is sent as typed and refused by the server. */
const numberOrNull = (text: string) => (Number.isNaN(numberOf(text)) ? orNull(text) : numberOf(text))
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** Returns only the changed settings; invalid numbers are sent as typed and refused by the server. */
export function changesOf(
  form: CompanyForm,
  company: Company,
  { orTyped: phone, locale }: Pick<Phones, 'orTyped'> & { locale: string },
): CompanyUpdate {
  const before = formOf(company, locale)
  const all: Partial<Record<keyof CompanyUpdate, unknown>> = {
    name: form.name.trim(),
    timezone: form.timezone,
    locale: form.locale,
    country: orNull(form.country),
    contact_email: orNull(form.contact_email),
    contact_phone: form.contact_phone === before.contact_phone ? company.contact_phone : phone(form.contact_phone),
    fare_tax_bp: bpOf(form.fare_tax),
    tax_mode: form.tax_mode,
    price_increment_minor: numberOf(form.price_increment),
    cancellation_policy: form.steps.map(({ hours, percent }) => ({
      hours_before: numberOf(hours),
      percent_bp: bpOf(percent),
    })),
    refund_limit_minor: parseMoney(form.refund_limit, company.currency, locale) ?? orNull(form.refund_limit),
    rebooking_allowed: form.rebooking_allowed === 'yes',
    cash_needs_till: form.cash_needs_till === 'yes',
    account_codes: codesOf(form.account_codes),
    customers_kept_months: numberOrNull(form.customers_kept_months),
    mail_content_kept_days: numberOrNull(form.mail_content_kept_days),
    partner_log_kept_days: numberOf(form.partner_log_kept_days),
    notifications_kept_days: numberOf(form.notifications_kept_days),
    sessions_kept_days: numberOf(form.sessions_kept_days),
    backup_hour: numberOrNull(form.backup_hour),
    backups_kept: numberOf(form.backups_kept),
  }
  const saved = comparable(company)
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name])),
  )
}

/** Returns the non-empty codes in the order of the accounts. */
const codesOf = (codes: CompanyForm['account_codes']): AccountCodes =>
  Object.fromEntries(
    ACCOUNT_NAMES.flatMap((name) => {
      const code = codes[name]?.trim() ?? ''
      return code === '' ? [] : [[name, code]]
    }),
  )

const comparable = (company: Company): Record<string, unknown> => ({
  ...company,
  account_codes: codesOf(company.account_codes),
  cancellation_policy: [...company.cancellation_policy].sort((a, b) => b.hours_before - a.hours_before),
})

export async function saveCompany(changes: CompanyUpdate, version: number): Promise<Company> {
  return call('PATCH /company', { body: changes, ifMatch: version })
}
