import { z } from 'zod'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm, byServer, ownedBy } from '../core/ownership'
import {
  HOLD_DEFAULT_MIN,
  PARTNER_HELD_SEATS_DEFAULT,
  PARTNER_HELD_SEATS_MAX,
  PARTNER_HOLDS_DEFAULT,
  PARTNER_HOLDS_MAX,
  PARTNER_LAPSED_HOLDS_DEFAULT,
  PARTNER_LAPSED_HOLDS_MAX,
} from '../core/limits/holds'
import { PAYMENT_DAYS_DEFAULT, PAYMENT_DAYS_MAX } from '../core/limits/money'
import {
  Code,
  Currency,
  Email,
  Id,
  Instant,
  LanguageCode,
  MinorAmount,
  PlainDate,
  TimeZone,
  line,
} from '../core/scalars'
import { CANCEL_RIGHTS, COMMISSION_MODES, PARTNER_KINDS, PARTNER_STATUSES } from '../core/vocabulary'
import { IpRange, daysInOrder, setOf } from './parts'
import { schemaMessage, sentence } from '../core/sentence'

/** Contract terms of a partner. */
export const PartnerContract = z.strictObject({
  commission_mode: z.enum(COMMISSION_MODES),
  /** Share of the sale in basis points (1250 = 12.5 %); 0 unless the mode is `percent`. */
  commission_bp: z.int().min(0).max(10_000),
  /** Whether add-ons count towards the commission. */
  commission_on_addons: z.boolean(),
  /** Routes that may be sold; empty = all. */
  allowed_route_ids: setOf(Id, 500),
  /** Minutes that seats are held for a booking. */
  hold_minutes: z.int().min(1).max(1440),
  /** Maximum amount owed, in minor units of the partner's currency; null = no limit. */
  credit_limit_minor: MinorAmount.min(0, schemaMessage`A credit limit cannot be less than zero.`).nullable(),
  cancel_rights: z.enum(CANCEL_RIGHTS),
  /** First day; null = no first day. */
  valid_from: PlainDate.nullable(),
  /** Last day, included; null = until further notice. */
  valid_to: PlainDate.nullable(),
})
export type PartnerContract = z.output<typeof PartnerContract>

/** Terms of a partner without an agreed contract. */
export const DEFAULT_CONTRACT: PartnerContract = {
  commission_mode: 'none',
  commission_bp: 0,
  commission_on_addons: false,
  allowed_route_ids: [],
  hold_minutes: HOLD_DEFAULT_MIN,
  credit_limit_minor: null,
  cancel_rights: 'per_policy',
  valid_from: null,
  valid_to: null,
}

/** A company that sells the operator's journeys, or an affiliate that also operates some. Transmodel RETAILER. */
export const partner = defineEntity({
  resource: 'partners',
  menu: { group: 'administration', place: 2 },
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    legal_name: byForm(line(200), 'filter', 'sort'),
    /** The name that passengers know. */
    trading_name: byForm(line(200).nullable().default(null), 'filter', 'sort'),
    kind: ownedBy(
      z.enum(PARTNER_KINDS).default('reseller'),
      { by: 'form', until: sentence`the partner runs jobs` },
      'filter',
      'sort',
    ),
    contact_email: byForm(Email, 'filter', 'sort'),
    /** Language of messages to the company. */
    locale: byForm(LanguageCode.default('en'), 'filter'),
    currency: ownedBy(Currency, { by: 'form', until: sentence`the partner has sold on live data` }, 'filter', 'sort'),
    timezone: byForm(TimeZone, 'filter'),
    contract: byForm(PartnerContract.default(DEFAULT_CONTRACT)),
    /** Days from the closing of a statement until it is due. */
    payment_days: byForm(z.int().min(0).max(PAYMENT_DAYS_MAX).default(PAYMENT_DAYS_DEFAULT)),
    /** Seats in its own holds at once; a seat counts on each departure of a trip. Live and test are counted separately. */
    held_seats_max: byForm(z.int().min(1).max(PARTNER_HELD_SEATS_MAX).default(PARTNER_HELD_SEATS_DEFAULT)),
    /** Holds at once. Live and test are counted separately. */
    holds_max: byForm(z.int().min(1).max(PARTNER_HOLDS_MAX).default(PARTNER_HOLDS_DEFAULT)),
    /** Holds of one departure that may expire or be released within a day before the next one is rejected. */
    lapsed_holds_max: byForm(z.int().min(1).max(PARTNER_LAPSED_HOLDS_MAX).default(PARTNER_LAPSED_HOLDS_DEFAULT)),
    /** Allowed source addresses of calls; empty = all. */
    ip_allowlist: byForm(setOf(IpRange, 100).default([])),
    status: byForm(z.enum(PARTNER_STATUSES).default('draft'), 'filter', 'sort'),
  },
  computed: {
    /** End of the due date of its oldest unpaid statement, in the partner's time zone; null if all are paid. */
    statement_due_at: byServer(Instant.nullable(), 'filter', 'sort'),
  },
  extraFilters: {
    /** Partners with a live webhook endpoint that fails or was disabled. */
    messages_failing: z.literal(true).optional(),
  },
  transitions: {
    draft: ['active'],
    active: ['suspended', 'terminated'],
    suspended: ['active', 'terminated'],
    terminated: [],
  },
  initial: ['draft', 'active'],
  check: (record) => contractIssues(record.contract),
})
export type Partner = z.output<typeof partner.record>
export type PartnerCreate = z.input<typeof partner.create>

function contractIssues(contract: PartnerContract): FieldIssue[] {
  const issues = daysInOrder(contract.valid_from, contract.valid_to, 'contract.valid_to')
  const percent = contract.commission_mode === 'percent'
  if (percent && contract.commission_bp === 0)
    issues.push({
      path: 'contract.commission_bp',
      message: sentence`Enter the percentage, or choose another commission type.`,
    })
  if (!percent && contract.commission_bp !== 0)
    issues.push({
      path: 'contract.commission_bp',
      message: sentence`Set the percentage to zero, or choose commission by percentage.`,
    })
  return issues
}
