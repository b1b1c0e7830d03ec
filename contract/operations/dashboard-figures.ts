import { z } from 'zod'
import { Currency, Id, Instant, MinorAmount, PlainDate, TimeZone, I18nText } from '../core/scalars'
import { CHANNELS, SERVICE_STATUSES } from '../core/vocabulary'

/** Spans of days that end with today, by the company's clock, and how many days each has. */
export const DASHBOARD_RANGES = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type DashboardRange = keyof typeof DASHBOARD_RANGES

const Count = z.int().min(0)

/** What was sold of what was offered. */
const Sold = z.object({
  /** Reservations made that became firm, those cancelled since among them. */
  bookings: Count,
  /** Seats of those that stand. */
  seats: Count,
  /** Firm reservations cancelled, whenever they were made. */
  cancellations: Count,
  /** Totals of the bookings that stand and fees kept of those cancelled, largest currency first. */
  revenue: z.array(z.object({ currency: Currency, amount_minor: MinorAmount })),
  /** Passenger journeys that run on these days. */
  departures: Count,
  /** Their seats for sale. */
  capacity: Count,
  /** Their seats taken, on the fullest leg of each. */
  load: Count,
})
export type Sold = z.output<typeof Sold>

export const Figures = z.object({
  from: PlainDate,
  to: PlainDate,
  /** The same weekdays before, which `before` tells of. */
  before_from: PlainDate,
  before_to: PlainDate,
  now: Sold,
  before: Sold,
  /** Every day of the range, the first first. */
  by_day: z.array(Sold.extend({ day: PlainDate })),
  /** The most bookings first; at most DASHBOARD_MEMBERS_MAX. */
  by_route: z.array(Sold.extend({ id: Id, code: z.string(), name: I18nText })),
  by_channel: z.array(Sold.extend({ channel: z.enum(CHANNELS) })),
  /** The most bookings first; at most DASHBOARD_MEMBERS_MAX. Null for those who may not see partners. */
  by_partner: z.array(Sold.extend({ id: Id, name: z.string() })).nullable(),
})
export type Figures = z.output<typeof Figures>

export const DashboardDeparture = z.object({
  journey_id: Id,
  code: z.string(),
  route_name: I18nText,
  destination_name: I18nText,
  /** When it leaves the station that was asked for, else its first, by the timetable. */
  departs_at: Instant,
  timezone: TimeZone,
  delay_min: z.int(),
  service_status: z.enum(SERVICE_STATUSES),
  capacity: Count,
  load: Count,
  /** What it is driven with; null while nothing is assigned. */
  plate: z.string().nullable(),
  /** The company that runs it instead of ourselves. */
  operated_by: z.string().nullable(),
})
export type DashboardDeparture = z.output<typeof DashboardDeparture>
