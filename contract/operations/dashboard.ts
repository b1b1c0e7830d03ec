import { z } from 'zod'
import { DASHBOARD_RANGES, DashboardDeparture, Figures, type DashboardRange } from './dashboard-figures'
import { FirstSteps } from './first-steps'
import {
  ATTENTION_CLASHES_H,
  ATTENTION_DOCUMENTS_DAYS,
  ATTENTION_HOLDS_MIN,
  ATTENTION_LATE_FROM_MIN,
  ATTENTION_MAILS_DAYS,
  ATTENTION_OVERBOOKED_DAYS,
  ATTENTION_PLANNING_H,
} from '../core/limits'
import { operation } from '../core/operations'
import { Id, PlainDate, TimeZone } from '../core/scalars'
import { RESOURCES, type Resource } from '../core/vocabulary'

/** What needs a person now, the most pressing first. */
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
  'mails_failed',
  'messages_failing',
  'licences_ending',
  'medicals_ending',
  'inspections_ending',
  'insurances_ending',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

interface AttentionList {
  resource: Resource
  /** In the dialect of lists, so that what is counted is what the list shows. */
  filter: Record<string, unknown>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Where what needs a person is solved. @param now on a whole minute, so that all who ask within it share the answer */
export function attentionLists(now: Date): Record<AttentionKind, AttentionList> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString().replace('.000Z', 'Z')
  const day = (days: number) => at(days * DAY_MS).slice(0, 10)
  const journeys = (filter: object): AttentionList => ({ resource: 'journeys', filter: { ...filter } })
  const soon = {
    departs_at_gte: at(0),
    departs_at_lt: at(ATTENTION_PLANNING_H * HOUR_MS),
    service_status_in: ['draft', 'scheduled', 'boarding'],
  }
  const documents = { lt: day(ATTENTION_DOCUMENTS_DAYS) }
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
  /** Only of resources that the caller may list, the most pressing first; none of them is left out for being none. */
  attention: z.array(
    z.object({
      kind: z.enum(ATTENTION_KINDS),
      resource: z.enum(RESOURCES),
      filter: z.record(z.string(), z.unknown()),
      count: z.int().min(0),
      /** There are more than `count`. */
      is_minimum: z.boolean(),
    }),
  ),
  /** Today by the company's clock. */
  day: PlainDate,
  timezone: TimeZone,
  /** The next ones within a day, late ones that have not left among them; null for those who may not see journeys. */
  departures: z.array(DashboardDeparture).nullable(),
  /** Null for those who may not see reservations. */
  figures: Figures.nullable(),
  /** Null once all are done, where the user has hidden them, and for those who could not do them. */
  first_steps: FirstSteps.nullable(),
})
export type Dashboard = z.output<typeof Dashboard>

const DashboardQuery = z.object({
  range: z.enum(Object.keys(DASHBOARD_RANGES) as [DashboardRange, ...DashboardRange[]]).default('today'),
  /** What starts at this station or at one below it; departures that call there. */
  station_id: Id.optional(),
})
export type DashboardQuery = z.output<typeof DashboardQuery>

export const getDashboard = operation({
  id: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  tag: 'dashboard',
  summary: 'What needs a person now, what leaves next, and what was sold in a range of days',
  access: 'signed-in',
  query: DashboardQuery,
  ok: { status: 200, description: 'All that the first page of the console shows.', schema: Dashboard },
  errors: ['malformed', 'validation'],
})
