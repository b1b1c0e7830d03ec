import { z } from 'zod'
import { operation } from './operations'
import { Currency, TimeZone } from './scalars'
import { LANGUAGES, TAX_MODES } from './vocabulary'

/** What is kept of the price when less than this is left until departure. */
const CancellationStep = z.strictObject({
  hours_before: z.int().min(0).max(8_760),
  /** Share of fare and refundable add-ons in basis points. */
  percent_bp: z.int().min(0).max(10_000),
})

const settings = {
  /** Tax on fares and hires in basis points: 900 = 9 %. */
  fare_tax_bp: z.int().min(0).max(10_000),
  tax_mode: z.enum(TAX_MODES),
  /** Fares come out as multiples of this, in minor units of the currency; 1 = as they are. */
  price_increment_minor: z.int().min(1).max(1_000_000),
  cancellation_policy: z
    .array(CancellationStep)
    .max(10)
    .refine((steps) => new Set(steps.map((step) => step.hours_before)).size === steps.length, 'Name each hour once.'),
}

/** The operator itself, and how it rounds, taxes and gives back. */
export const Company = z.object({
  version: z.int().min(1),
  name: z.string(),
  currency: Currency,
  timezone: TimeZone,
  locale: z.enum(LANGUAGES),
  ...settings,
})
export type Company = z.output<typeof Company>

export const CompanyUpdate = z.strictObject({
  fare_tax_bp: settings.fare_tax_bp.optional(),
  tax_mode: settings.tax_mode.optional(),
  price_increment_minor: settings.price_increment_minor.optional(),
  cancellation_policy: settings.cancellation_policy.optional(),
})
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
  summary: 'Change how prices are rounded and taxed and what a cancellation costs; what is booked stays as it is',
  access: { action: 'edit', resource: 'pricing-rules' },
  body: CompanyUpdate,
  ok: { status: 200, description: 'The company as it is now.', schema: Company },
  errors: ['validation', 'version_mismatch', 'precondition_required'],
  ifMatch: true,
})
