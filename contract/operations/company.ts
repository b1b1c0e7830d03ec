import { z } from 'zod'
import { BACKUPS_KEPT_MAX, BACKUPS_KEPT_MIN } from '../core/limits'
import {
  CUSTOMERS_KEPT_MAX_MONTHS,
  CUSTOMERS_KEPT_MIN_MONTHS,
  MAIL_CONTENT_KEPT_MAX_DAYS,
  MAIL_CONTENT_KEPT_MIN_DAYS,
  NOTIFICATIONS_KEPT_MAX_DAYS,
  NOTIFICATIONS_KEPT_MIN_DAYS,
  PARTNER_LOG_KEPT_MAX_DAYS,
  PARTNER_LOG_KEPT_MIN_DAYS,
  SESSIONS_KEPT_MAX_DAYS,
  SESSIONS_KEPT_MIN_DAYS,
} from '../core/retention-limits'
import { AccountCodes } from '../core/accounts'
import { operation } from '../core/operations'
import { Country, Currency, Email, MinorAmount, Phone, TimeZone, line } from '../core/scalars'
import { TAX_MODES } from '../core/vocabulary'
import { LANGUAGES } from '../core/languages'

/** What is kept of the price when less than this is left until departure. */
const CancellationStep = z.strictObject({
  hours_before: z.int().min(0).max(8_760),
  /** Share of fare and refundable add-ons in basis points. */
  percent_bp: z.int().min(0).max(10_000),
})

const settings = {
  /** As passengers know it: on tickets, manifests and mail. */
  name: line(120),
  /** Where the working day begins and ends; each station keeps clocks of its own. */
  timezone: TimeZone,
  /** Whose phone numbers need no country code where they are typed; null: each comes with its own. */
  country: Country.nullable(),
  /** The language of what is written to nobody in particular. */
  locale: z.enum(LANGUAGES),
  /** Where passengers reach the company: under every mail, and where their answers go. */
  contact_email: Email.nullable(),
  contact_phone: Phone.nullable(),
  /** Tax on fares and hires in basis points: 900 = 9 %. */
  fare_tax_bp: z.int().min(0).max(10_000),
  tax_mode: z.enum(TAX_MODES),
  /** Fares come out as multiples of this, in minor units of the currency; 1 = as they are. */
  price_increment_minor: z.int().min(1).max(1_000_000),
  cancellation_policy: z
    .array(CancellationStep)
    .max(10)
    .refine((steps) => new Set(steps.map((step) => step.hours_before)).size === steps.length, 'Name each hour once.'),
  /** Whether a trip that is moved to another service date is replaced; else it is cancelled and sold as a new trip. */
  rebooking_allowed: z.boolean(),
  /** Above this a refund takes a second person, in minor units of the currency; null: never. */
  refund_limit_minor: MinorAmount.min(0).nullable(),
  /** Whether cash is taken only into a till that is open. */
  cash_needs_till: z.boolean(),
  /** What the company's books call the accounts. */
  account_codes: AccountCodes,
  /** Personal data of customers is erased so many months after their last journey; null: never. */
  customers_kept_months: z.int().min(CUSTOMERS_KEPT_MIN_MONTHS).max(CUSTOMERS_KEPT_MAX_MONTHS).nullable(),
  /** What mails say is forgotten after so many days; null: never. */
  mail_content_kept_days: z.int().min(MAIL_CONTENT_KEPT_MIN_DAYS).max(MAIL_CONTENT_KEPT_MAX_DAYS).nullable(),
  /** Calls of partners are forgotten after so many days. */
  partner_log_kept_days: z.int().min(PARTNER_LOG_KEPT_MIN_DAYS).max(PARTNER_LOG_KEPT_MAX_DAYS),
  /** Notifications are deleted so many days after they were read. */
  notifications_kept_days: z.int().min(NOTIFICATIONS_KEPT_MIN_DAYS).max(NOTIFICATIONS_KEPT_MAX_DAYS),
  /** Sessions of staff and partners are deleted so many days after they ended. */
  sessions_kept_days: z.int().min(SESSIONS_KEPT_MIN_DAYS).max(SESSIONS_KEPT_MAX_DAYS),
  /** Hour of the day, in the company's zone, at which a backup is made; null: never by itself. */
  backup_hour: z.int().min(0).max(23).nullable(),
  /** The newest backups that stay, beside those of the latest weeks and months. */
  backups_kept: z.int().min(BACKUPS_KEPT_MIN).max(BACKUPS_KEPT_MAX),
}

/** The operator itself, how it rounds, taxes and gives back, and how long it keeps what it knows. */
export const Company = z.object({
  version: z.int().min(1),
  /** That of all prices; settled when the company was set up. */
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
  summary: 'The operator, and how it rounds, taxes and gives back',
  access: 'signed-in',
  ok: { status: 200, description: 'The company; its version is the ETag.', schema: Company },
  errors: [],
})

export const patchCompany = operation({
  id: 'patchCompany',
  method: 'PATCH',
  path: '/company',
  tag: 'company',
  summary:
    'Change the name and the contact of the company, how prices are rounded and taxed, what a cancellation costs, how long data is kept, and when backups are made',
  access: { action: 'edit', resource: 'pricing-rules' },
  body: CompanyUpdate,
  ok: { status: 200, description: 'The company as it is now.', schema: Company },
  errors: ['validation', 'version_mismatch', 'precondition_required'],
  ifMatch: true,
})

export const RetentionPreview = z.object({
  /** Customers whose personal data would be erased today; 10,001 where there are more than 10,000. */
  customers: z.int().min(0),
})
export type RetentionPreview = z.output<typeof RetentionPreview>

export const previewRetention = operation({
  id: 'previewRetention',
  method: 'GET',
  path: '/company/retention/preview',
  tag: 'company',
  summary: 'How many customers would be erased today if personal data were kept for so many months',
  access: patchCompany.access,
  query: z.object({
    months: z.coerce.number().int().min(CUSTOMERS_KEPT_MIN_MONTHS).max(CUSTOMERS_KEPT_MAX_MONTHS),
  }),
  ok: { status: 200, description: 'The number of customers.', schema: RetentionPreview },
  errors: ['malformed'],
})
