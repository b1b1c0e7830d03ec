import { z } from 'zod'
import { BACKUP_COUNT_MAX, BACKUP_COUNT_MIN } from '../core/limits/backups'
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
} from '../core/limits/retention'
import { AccountCodes } from '../core/accounts'
import { operation } from '../core/operations'
import { Country, Currency, Email, MinorAmount, Phone, TimeZone, line } from '../core/scalars'
import { TAX_MODES } from '../core/vocabulary'
import { LANGUAGES } from '../core/languages'
import { schemaMessage } from '../core/sentence'

/** Cancellation fee when less than `hours_before` hours are left until departure. */
const CancellationStep = z.strictObject({
  hours_before: z.int().min(0).max(8_760),
  /** Share of the fare and the refundable add-ons, in basis points. */
  percent_bp: z.int().min(0).max(10_000),
})

const settings = {
  /** Name for passengers, on tickets, manifests and emails. */
  name: line(120),
  /** Time zone of the company's working day; each station has its own time zone. */
  timezone: TimeZone,
  /** Country of phone numbers that are entered without a country code; null: a country code is required. */
  country: Country.nullable(),
  /** Language of texts without a recipient of a known language. */
  locale: z.enum(LANGUAGES),
  /** Contact of passengers: in the footer of every email, and its Reply-To address. */
  contact_email: Email.nullable(),
  contact_phone: Phone.nullable(),
  /** Tax on fares and hires in basis points: 900 = 9 %. */
  fare_tax_bp: z.int().min(0).max(10_000),
  tax_mode: z.enum(TAX_MODES),
  /** Fares are rounded to multiples of this, in minor units of the currency; 1 = not rounded. */
  price_increment_minor: z.int().min(1).max(1_000_000),
  cancellation_policy: z
    .array(CancellationStep)
    .max(10)
    .refine(
      (steps) => new Set(steps.map((step) => step.hours_before)).size === steps.length,
      schemaMessage`Contains an hour twice. List each hour once.`,
    ),
  /** Whether a move to another service date replaces the trip; otherwise the trip is cancelled and sold again. */
  rebooking_allowed: z.boolean(),
  /** Refunds above this amount require a second approver, in minor units of the currency; null: none does. */
  refund_limit_minor: MinorAmount.min(0).nullable(),
  /** Whether cash payments require an open till. */
  cash_needs_till: z.boolean(),
  /** Codes of the ledger accounts in the company's accounting. */
  account_codes: AccountCodes,
  /** Months from the last journey of a customer until the personal data is erased; null: never. */
  customers_kept_months: z.int().min(CUSTOMER_RETENTION_MIN_MONTHS).max(CUSTOMER_RETENTION_MAX_MONTHS).nullable(),
  /** Days until the content of an email is deleted; null: never. */
  mail_content_kept_days: z.int().min(MAIL_CONTENT_RETENTION_MIN_DAYS).max(MAIL_CONTENT_RETENTION_MAX_DAYS).nullable(),
  /** Days until a log entry of a partner's request is deleted. */
  partner_log_kept_days: z.int().min(PARTNER_LOG_RETENTION_MIN_DAYS).max(PARTNER_LOG_RETENTION_MAX_DAYS),
  /** Days from the reading of a notification until it is deleted. */
  notifications_kept_days: z.int().min(NOTIFICATION_RETENTION_MIN_DAYS).max(NOTIFICATION_RETENTION_MAX_DAYS),
  /** Days from the end of a session of staff or a partner until it is deleted. */
  sessions_kept_days: z.int().min(SESSION_RETENTION_MIN_DAYS).max(SESSION_RETENTION_MAX_DAYS),
  /** Hour of the daily backup in the company's time zone; null: no daily backup. */
  backup_hour: z.int().min(0).max(23).nullable(),
  /** Number of the newest backups that are retained, in addition to those of the latest weeks and months. */
  backups_kept: z.int().min(BACKUP_COUNT_MIN).max(BACKUP_COUNT_MAX),
}

/** The operator with its rules for rounding, taxes, cancellations, refunds, data retention and backups. */
export const Company = z.object({
  version: z.int().min(1),
  /** Currency of all prices; fixed when the company is set up. */
  currency: Currency,
  ...settings,
})
export type Company = z.output<typeof Company>

export const CompanyUpdate = z.strictObject(settings).partial()
export type CompanyUpdate = z.output<typeof CompanyUpdate>

export const getCompany = operation({
  id: 'getCompany',
  method: 'GET',
  path: '/company',
  tag: 'company',
  summary: 'Get the company settings',
  access: 'signed-in',
  ok: { status: 200, description: 'The company; its version is the ETag.', schema: Company },
  errors: [],
})

export const patchCompany = operation({
  id: 'patchCompany',
  method: 'PATCH',
  path: '/company',
  tag: 'company',
  summary: 'Update the company settings: contact, rounding, taxes, cancellation policy, retention and backups',
  access: { action: 'edit', resource: 'pricing-rules' },
  body: CompanyUpdate,
  ok: { status: 200, description: 'The company as it is now.', schema: Company },
  errors: ['validation', 'version_mismatch', 'precondition_required'],
  ifMatch: true,
})

export const RetentionPreview = z.object({
  /** Customers whose personal data would be erased today; 10,001 = more than 10,000. */
  customers: z.int().min(0),
})
export type RetentionPreview = z.output<typeof RetentionPreview>

export const previewRetention = operation({
  id: 'previewRetention',
  method: 'GET',
  path: '/company/retention/preview',
  tag: 'company',
  summary: 'Count the customers that a retention time in months would erase today',
  access: patchCompany.access,
  query: z.object({
    months: z.coerce.number().int().min(CUSTOMER_RETENTION_MIN_MONTHS).max(CUSTOMER_RETENTION_MAX_MONTHS),
  }),
  ok: { status: 200, description: 'The number of customers.', schema: RetentionPreview },
  errors: ['malformed'],
})
