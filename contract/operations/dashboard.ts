import { z } from 'zod'
import { DASHBOARD_RANGES, DashboardDeparture, Figures, type DashboardRange } from './dashboard-figures'
import { Owed, Takings } from './dashboard-money'
import { FirstSteps } from './first-steps'
import {
  ATTENTION_CLASHES_H,
  ATTENTION_DOCUMENTS_DAYS,
  ATTENTION_HOLDS_MIN,
  ATTENTION_LATE_FROM_MIN,
  ATTENTION_MAILS_DAYS,
  ATTENTION_OVERBOOKED_DAYS,
  ATTENTION_PLANNING_H,
  ATTENTION_UNPAID_H,
} from '../core/limits/attention'
import { operation } from '../core/operations'
import type { Right } from '../core/permissions'
import { Id, PlainDate, TimeZone } from '../core/scalars'
import { RESOURCES, type Resource } from '../core/vocabulary'

/** Items that need attention, the most urgent first. */
export const ATTENTION_KINDS = [
  'without_vehicle',
  'without_driver',
  'clashes',
  'overbooked',
  'unlawful_journeys',
  'unlawful_hires',
  'missed_connections',
  'late',
  'holds_ending',
  'requests_waiting',
  'unpaid_departures',
  'refunds_due',
  'refunds_waiting',
  'tills_open',
  'statements_overdue',
  'mails_failed',
  'messages_failing',
  'licences_ending',
  'medicals_ending',
  'inspections_ending',
  'insurances_ending',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Rights that a user needs to see an item, in addition to the permission to list its resource. */
export const ATTENTION_RIGHTS: Partial<Record<AttentionKind, Right>> = {
  unpaid_departures: 'take_payment',
  refunds_due: 'take_payment',
  refunds_waiting: 'approve_refund',
  tills_open: 'run_till',
  statements_overdue: 'settle_partners',
}

interface AttentionList {
  resource: Resource
  /** List filter that finds the counted records. */
  filter: Record<string, unknown>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface AttentionView {
  /** Rounded to a minute, so that requests within the same minute share the cached count. */
  now: Date
  /** Today in the company's time zone. */
  day: string
  /** Start of today in the company's time zone. */
  today: string
  /** The signed-in user; null for callers without a user account. */
  userId: string | null
  /** Whether the user may close the tills of other users. */
  managesTills: boolean
}

/** Returns the list and filter of each item. */
export function attentionLists({
  now,
  day,
  today,
  userId,
  managesTills,
}: AttentionView): Record<AttentionKind, AttentionList> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString().replace('.000Z', 'Z')
  const dayAfter = (days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
  const journeys = (filter: object): AttentionList => ({ resource: 'journeys', filter: { ...filter } })
  const soon = {
    departs_at_gte: at(0),
    departs_at_lt: at(ATTENTION_PLANNING_H * HOUR_MS),
    service_status_in: ['draft', 'scheduled', 'boarding'],
  }
  const documents = { lt: dayAfter(ATTENTION_DOCUMENTS_DAYS) }
  const inFleet = { status_in: ['available', 'out_of_service'] }
  return {
    without_vehicle: journeys({ ...soon, vehicle_id_isnull: true, operated_by_partner_id_isnull: true }),
    without_driver: journeys({ ...soon, driver_id_isnull: true, operated_by_partner_id_isnull: true }),
    clashes: journeys({
      departs_at_gte: at(-DAY_MS),
      departs_at_lt: at(ATTENTION_CLASHES_H * HOUR_MS),
      service_status_in: ['scheduled', 'boarding', 'in_progress'],
      misses_next: true,
    }),
    overbooked: journeys({ ...soon, departs_at_lt: at(ATTENTION_OVERBOOKED_DAYS * DAY_MS), is_short: true }),
    unlawful_journeys: journeys({
      ...soon,
      departs_at_lt: at(ATTENTION_DOCUMENTS_DAYS * DAY_MS),
      is_unlawful: true,
    }),
    unlawful_hires: {
      resource: 'reservations',
      filter: {
        kind: 'private_hire',
        status_in: ['pending', 'confirmed'],
        travel_at_gte: at(0),
        travel_at_lt: at(ATTENTION_DOCUMENTS_DAYS * DAY_MS),
        is_unlawful: true,
      },
    },
    missed_connections: journeys({
      departs_at_gte: at(-DAY_MS),
      departs_at_lt: at(ATTENTION_PLANNING_H * HOUR_MS),
      service_status_in: ['scheduled', 'boarding', 'in_progress'],
      delay_min_gte: 1,
      breaks_connections: true,
    }),
    late: journeys({
      departs_at_gte: at(-DAY_MS),
      departs_at_lt: at(ATTENTION_PLANNING_H * HOUR_MS),
      service_status_in: ['scheduled', 'boarding', 'in_progress'],
      delay_min_gte: ATTENTION_LATE_FROM_MIN,
    }),
    holds_ending: {
      resource: 'reservations',
      filter: { status: 'on_hold', hold_expires_at_lt: at(ATTENTION_HOLDS_MIN * MINUTE_MS) },
    },
    requests_waiting: { resource: 'reservations', filter: { status: 'pending' } },
    // Reservations on account are paid after travel.
    unpaid_departures: {
      resource: 'reservations',
      filter: {
        is_owed: true,
        status_in: ['confirmed', 'checked_in', 'boarded'],
        payment_method_neq: 'on_account',
        travel_at_gte: at(0),
        travel_at_lt: at(ATTENTION_UNPAID_H * HOUR_MS),
      },
    },
    refunds_due: { resource: 'reservations', filter: { payment_status: 'refund_due' } },
    // Users can't approve their own refunds.
    refunds_waiting: {
      resource: 'payments',
      filter: {
        kind_in: ['refund'],
        state_in: ['pending'],
        needs_approval: true,
        approved_by_user_id_isnull: true,
        ...(userId !== null && { user_id_neq: userId }),
      },
    },
    tills_open: {
      resource: 'tills',
      filter: { open_since_lt: today, ...(!managesTills && userId !== null && { open_user_id: userId }) },
    },
    statements_overdue: { resource: 'partners', filter: { statement_due_at_lt: at(0) } },
    mails_failed: {
      resource: 'mails',
      filter: { status: 'failed', created_at_gte: at(-ATTENTION_MAILS_DAYS * DAY_MS) },
    },
    messages_failing: { resource: 'partners', filter: { messages_failing: true } },
    licences_ending: { resource: 'staff', filter: { status: 'active', licence_expires_on_lt: documents.lt } },
    medicals_ending: { resource: 'staff', filter: { status: 'active', medical_expires_on_lt: documents.lt } },
    inspections_ending: { resource: 'vehicles', filter: { ...inFleet, inspection_expires_on_lt: documents.lt } },
    insurances_ending: { resource: 'vehicles', filter: { ...inFleet, insurance_expires_on_lt: documents.lt } },
  }
}

export const Dashboard = z.object({
  /** Items of resources that the caller may list, the most urgent first, including those with a count of 0. */
  attention: z.array(
    z.object({
      kind: z.enum(ATTENTION_KINDS),
      resource: z.enum(RESOURCES),
      filter: z.record(z.string(), z.unknown()),
      count: z.int().min(0),
      /** Whether `count` is a lower bound. */
      is_minimum: z.boolean(),
    }),
  ),
  /** Today in the company's time zone. */
  day: PlainDate,
  timezone: TimeZone,
  /** Departures of the next 24 hours and overdue ones; null for callers who may not list journeys. */
  departures: z.array(DashboardDeparture).nullable(),
  /** Null for callers who may not list reservations. */
  figures: Figures.nullable(),
  /** Payments less refunds of the range, by currency; null for callers who may not manage tills or list payments. */
  takings: z.array(Takings).nullable(),
  /** Current debts by currency; null for callers who may not take payments or list reservations. */
  owed: z.array(Owed).nullable(),
  /** Null if all steps are done or hidden, and for callers who may not create stations. */
  first_steps: FirstSteps.nullable(),
})
export type Dashboard = z.output<typeof Dashboard>

const DashboardQuery = z.object({
  range: z.enum(Object.keys(DASHBOARD_RANGES) as [DashboardRange, ...DashboardRange[]]).default('today'),
  /** Limits figures to this station and its child stations, and departures to those that call there. */
  station_id: Id.optional(),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

export const getDashboard = operation({
  id: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  tag: 'dashboard',
  summary: 'Get the dashboard: open items, next departures, sales and takings of a range of days, and debts',
  access: 'signed-in',
  query: DashboardQuery,
  ok: { status: 200, description: 'The data of the first page of the console.', schema: Dashboard },
  errors: ['malformed', 'validation'],
})
