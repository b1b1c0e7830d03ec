import { z } from 'zod'
import { defineEntity, type FieldIssue } from '../core/entity'
import { byForm, byServer } from '../core/ownership'
import { Code, HexColor, I18nText, Id, Phone } from '../core/scalars'
import { BOOKING_TYPES, ROUTE_STATUSES, SERVICE_KINDS, STOP_ACCESS } from '../core/vocabulary'
import { sentence } from '../core/sentence'

/** Whole minutes from the first departure of a journey; up to a week for the longest routes. */
const OffsetMinutes = z.int().min(0).max(10_080)

/** One stop of a route's pattern; the list is in stop order. Transmodel STOP POINT IN JOURNEY PATTERN. */
export const RouteStop = z.strictObject({
  station_id: Id,
  arrive_offset_min: OffsetMinutes,
  depart_offset_min: OffsetMinutes,
  pickup_type: z.enum(STOP_ACCESS).default('regular'),
  drop_off_type: z.enum(STOP_ACCESS).default('regular'),
})
export type RouteStop = z.output<typeof RouteStop>

/** How far ahead passengers can book. GTFS booking_rules. */
export const BookingRule = z.strictObject({
  booking_type: z.enum(BOOKING_TYPES),
  /** Minutes before departure by which a booking must be made. */
  prior_notice_min: z.int().min(0).max(525_600).nullable(),
  /** Days before departure from which a booking can be made. */
  prior_notice_max_days: z.int().min(0).max(730).nullable(),
  message: I18nText.nullable(),
  phone: Phone.nullable(),
})
export type BookingRule = z.output<typeof BookingRule>

/** Stops in their order. GTFS route with Transmodel JOURNEY PATTERN. New stops on an active route create a new version. */
export const route = defineEntity({
  resource: 'routes',
  menu: { group: 'transport', place: 4 },
  writable: {
    code: byForm(Code, 'filter', 'sort'),
    name: byForm(I18nText, 'filter', 'sort'),
    service_kind: byForm(z.enum(SERVICE_KINDS).default('scheduled'), 'filter', 'sort'),
    /** The route in the opposite direction. */
    reverse_route_id: byForm(Id.nullable().default(null), 'filter'),
    color: byForm(HexColor.nullable().default(null)),
    distance_km: byForm(z.number().min(0).max(20_000).nullable().default(null), 'filter', 'sort'),
    booking_rule: byForm(BookingRule.nullable().default(null)),
    /** In stop order. May be empty or incomplete while the route is a draft. */
    stops: byForm(z.array(RouteStop).max(200).default([])),
    status: byForm(z.enum(ROUTE_STATUSES).default('draft'), 'filter', 'sort'),
  },
  computed: {
    /** The version of the stops that new journeys use. */
    pattern_version: byServer(z.int().min(1)),
    stop_count: byServer(z.int().min(0), 'filter', 'sort'),
    origin_station_id: byServer(Id.nullable(), 'filter', 'sort'),
    destination_station_id: byServer(Id.nullable(), 'filter', 'sort'),
  },
  extraFilters: {
    /** Routes that call at this station, at any stop. */
    station_id: Id.optional(),
  },
  transitions: { draft: ['active'], active: ['retired'], retired: [] },
  initial: ['draft', 'active'],
  check: (record) => [
    ...bookingRuleIssues(record.booking_rule),
    ...(record.status === 'draft' ? [] : completenessIssues(record.stops)),
    ...orderIssues(record.stops),
  ],
})
export type Route = z.output<typeof route.record>
export type RouteCreate = z.input<typeof route.create>

function bookingRuleIssues(rule: BookingRule | null): FieldIssue[] {
  if (rule?.booking_type === 'same_day' && rule.prior_notice_min === null)
    return [
      {
        path: 'booking_rule.prior_notice_min',
        message: sentence`Give the number of minutes before departure by which a booking must be made.`,
      },
    ]
  return []
}

function completenessIssues(stops: readonly RouteStop[]): FieldIssue[] {
  if (stops.length < 2)
    return [{ path: 'stops', message: sentence`Add at least two stops, or keep the route a draft.` }]
  const last = stops.length - 1
  const issues: FieldIssue[] = []
  if (stops[0]?.drop_off_type !== 'none')
    issues.push({ path: 'stops.0.drop_off_type', message: sentence`No one gets off at the first stop: choose "none".` })
  if (stops[last]?.pickup_type !== 'none')
    issues.push({
      path: `stops.${last}.pickup_type`,
      message: sentence`No one gets on at the last stop: choose "none".`,
    })
  return issues
}

function orderIssues(stops: readonly RouteStop[]): FieldIssue[] {
  const issues: FieldIssue[] = []
  stops.forEach((stop, index) => {
    const before = stops[index - 1]
    if (stop.depart_offset_min < stop.arrive_offset_min)
      issues.push({
        path: `stops.${index}.depart_offset_min`,
        message: sentence`The departure is before the arrival: make it the same or later.`,
      })
    if (before && stop.arrive_offset_min < before.depart_offset_min)
      issues.push({
        path: `stops.${index}.arrive_offset_min`,
        message: sentence`The arrival is before the departure from the previous stop: make it the same or later.`,
      })
    if (before && stop.station_id === before.station_id)
      issues.push({
        path: `stops.${index}.station_id`,
        message: sentence`This is the same station as the previous stop: remove one of them.`,
      })
  })
  return issues
}
