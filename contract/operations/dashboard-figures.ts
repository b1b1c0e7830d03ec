import { z } from 'zod'
import { Currency, Id, Instant, MinorAmount, PlainDate, TimeZone, I18nText } from '../core/scalars'
import { CHANNELS, SERVICE_STATUSES } from '../core/vocabulary'

/** Number of days of each range. A range ends with today in the company's time zone. */
export const DASHBOARD_RANGES = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const
export type DashboardRange = keyof typeof DASHBOARD_RANGES

const Count = z.int().min(0)

/** Sales and load. */
const Sold = z.object({
  /** Reservations made in the period that were confirmed, including those cancelled since. */
  bookings: Count,
  /** Seats of these reservations without the cancelled ones. */
  seats: Count,
  /** Confirmed reservations that were cancelled in the period, regardless of when they were made. */
  cancellations: Count,
  /** Totals of the bookings that are not cancelled plus cancellation fees, by currency, the largest first. */
  revenue: z.array(z.object({ currency: Currency, amount_minor: MinorAmount })),
  /** Passenger journeys on these days. */
  departures: Count,
  /** Seats for sale on these journeys. */
  capacity: Count,
  /** Seats taken on the fullest leg of each of these journeys. */
  load: Count,
})
export type Sold = z.output<typeof Sold>

export const Figures = z.object({
  from: PlainDate,
  to: PlainDate,
  /** Earlier period with the same weekdays that `before` refers to. */
  before_from: PlainDate,
  before_to: PlainDate,
  now: Sold,
  before: Sold,
  /** Every day of the range, in order. */
  by_day: z.array(Sold.extend({ day: PlainDate })),
  /** The most bookings first; at most DASHBOARD_MEMBERS_MAX. */
  by_route: z.array(Sold.extend({ id: Id, code: z.string(), name: I18nText })),
  by_channel: z.array(Sold.extend({ channel: z.enum(CHANNELS) })),
  /** The most bookings first; at most DASHBOARD_MEMBERS_MAX. Null for callers who may not list partners. */
  by_partner: z.array(Sold.extend({ id: Id, name: z.string() })).nullable(),
})
export type Figures = z.output<typeof Figures>

export const DashboardDeparture = z.object({
  journey_id: Id,
  code: z.string(),
  route_name: I18nText,
  destination_name: I18nText,
  /** Scheduled departure at the requested station, or at the first stop without one. */
  departs_at: Instant,
  timezone: TimeZone,
  delay_min: z.int(),
  service_status: z.enum(SERVICE_STATUSES),
  capacity: Count,
  load: Count,
  /** Number plate of the assigned vehicle; null without one. */
  plate: z.string().nullable(),
  /** Name of the company that operates the journey on behalf of this one; null without one. */
  operated_by: z.string().nullable(),
})
export type DashboardDeparture = z.output<typeof DashboardDeparture>
