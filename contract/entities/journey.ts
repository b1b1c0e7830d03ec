import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { defineEntity, type FieldIssue } from '../core/entity'
import { atCreation, byForm, byServer, bySteps, ownedBy } from '../core/ownership'
import { Id, Instant, PlainDate, ServiceTime, TimeZone, line, prose } from '../core/scalars'
import { AVAILABILITY_STATUSES, JOURNEY_KINDS, SALES_STATUSES, SERVICE_STATUSES, STOP_ACCESS } from '../core/vocabulary'
import { sentence } from '../core/sentence'

/** A stop of one journey. All times are instants in UTC. */
export const JourneyCall = z.object({
  /** Position in the stop order, from 1. */
  seq: z.int().min(1),
  station_id: Id,
  planned_arrive: Instant,
  planned_depart: Instant,
  /** Current forecast; null = as planned. */
  expected_arrive: Instant.nullable(),
  expected_depart: Instant.nullable(),
  /** Actual time; null = not yet. */
  actual_arrive: Instant.nullable(),
  actual_depart: Instant.nullable(),
  pickup_type: z.enum(STOP_ACCESS),
  drop_off_type: z.enum(STOP_ACCESS),
  platform: z.string().nullable(),
})
export type JourneyCall = z.output<typeof JourneyCall>

/** Seats between a call and the next one. 0 ≤ confirmed + held ≤ capacity + overbooking_allowance. */
export const JourneyLeg = z.object({
  /** The `seq` of the call that the leg starts from. */
  leg_seq: z.int().min(1),
  capacity: z.int().min(0),
  overbooking_allowance: z.int().min(0),
  confirmed: z.int().min(0),
  held: z.int().min(0),
})
export type JourneyLeg = z.output<typeof JourneyLeg>

/** A leg with the used wheelchair spaces, child seats and luggage units of its journey. */
export const LoadedLeg = JourneyLeg.extend({
  wheelchairs: z.int().min(0),
  child_seats: z.int().min(0),
  luggage_units: z.int().min(0),
})
export type LoadedLeg = z.output<typeof LoadedLeg>

/** One vehicle journey on one day. Transmodel DATED VEHICLE JOURNEY; GTFS trip on a date. */
export const journey = defineEntity({
  resource: 'journeys',
  menu: { group: 'transport', place: 7 },
  writable: {
    route_id: atCreation(Id, 'filter', 'sort'),
    /** Operating day of the journey, in the time zone of the origin. */
    service_date: atCreation(PlainDate, 'filter', 'sort'),
    /** Departure from the first stop on the service day. */
    departure_time: atCreation(ServiceTime),
    /** `positioning` = an empty run that is not sold. */
    kind: atCreation(z.enum(JOURNEY_KINDS).default('passenger'), 'filter'),
    vehicle_type_id: byForm(Id, 'filter'),
    vehicle_id: byForm(Id.nullable().default(null), 'filter', 'sort'),
    driver_id: byForm(Id.nullable().default(null), 'filter', 'sort'),
    co_driver_id: byForm(Id.nullable().default(null), 'filter'),
    /**
     * Seats for sale: those of the assigned vehicle, or fewer if a limit is set, but never fewer than are sold. A number
     * sets the limit; null removes it: all seats of the vehicle, else of the type.
     */
    capacity: byForm(z.int().min(0).max(500).nullable().default(null), 'filter', 'sort'),
    /** Seats that may be sold beyond the capacity. */
    overbooking_allowance: byForm(z.int().min(0).max(100).default(0)),
    sales_status: byForm(z.enum(SALES_STATUSES).default('open'), 'filter', 'sort'),
    service_status: ownedBy(
      z.enum(SERVICE_STATUSES).default('scheduled'),
      bySteps(
        'scheduleJourney',
        'boardJourney',
        'departJourney',
        'interruptJourney',
        'resumeJourney',
        'completeJourney',
        'cancelJourney',
        'reinstateJourney',
        'revertJourney',
      ),
      'filter',
      'sort',
    ),
    /** Delay in minutes; negative if early. */
    delay_min: byForm(z.int().min(-60).max(2880).default(0), 'filter', 'sort'),
    cancel_reason: byForm(line(REASON_MAX_CHARS).nullable().default(null)),
    notes: byForm(prose(5000).nullable().default(null)),
  },
  computed: {
    /** Affiliate that operates it with its own vehicle and staff; null = the company itself. Changed by assignment. */
    operated_by_partner_id: byServer(Id.nullable(), 'filter'),
    /** Name of that affiliate. */
    operated_by: byServer(z.string().nullable()),
    /** `ROUTE-YYYYMMDD-HHMM`, with `-2`, `-3` … if that code is in use. */
    code: byServer(z.string(), 'filter', 'sort'),
    pattern_version: byServer(z.int().min(1)),
    departs_at: byServer(Instant, 'filter', 'sort'),
    arrives_at: byServer(Instant, 'filter', 'sort'),
    timezone: byServer(TimeZone),
    origin_station_id: byServer(Id, 'filter'),
    destination_station_id: byServer(Id, 'filter'),
    call_count: byServer(z.int().min(2)),
    /** Manual limit of the seats for sale; null = all seats. Changed by `capacity`. */
    capacity_limit: byServer(z.int().min(0).nullable()),
    /** Seats of the vehicle, else of the type; for a farmed-out journey the seats that it had before. */
    seats: byServer(z.int().min(0), 'filter'),
    /** Places of the vehicle, else of the type. */
    wheelchair_spaces: byServer(z.int().min(0)),
    child_seats: byServer(z.int().min(0)),
    luggage_units: byServer(z.int().min(0)),
    /** Maximum of confirmed and held seats on any leg; the excess over `seats` is the number of passengers to move. */
    peak_load: byServer(z.int().min(0), 'filter', 'sort'),
    /** Maximum used on any leg; if it exceeds the available places, passengers must be moved. */
    peak_wheelchairs: byServer(z.int().min(0)),
    peak_child_seats: byServer(z.int().min(0)),
    peak_luggage_units: byServer(z.int().min(0)),
    /** Capacity less the peak load; below zero when overbooked. */
    seats_left: byServer(z.int(), 'filter', 'sort'),
    availability_status: byServer(z.enum(AVAILABILITY_STATUSES)),
    /** Only when one journey is read. */
    calls: byServer(z.array(JourneyCall).optional()),
    /** Only when one journey is read. */
    legs: byServer(z.array(LoadedLeg).optional()),
  },
  secret: {
    /** Assigns a vehicle or people despite too little time after their previous job or before their next one. */
    accept_warnings: byForm(z.boolean().optional()),
  },
  extraFilters: {
    /** Journeys that call at this station, at any stop. */
    station_id: Id.optional(),
    /** Delayed journeys with a vehicle or a person that misses the start of the next job. */
    misses_next: z.literal(true).optional(),
    /** Journeys on which more places are used than the assigned vehicle has. */
    is_short: z.literal(true).optional(),
    /** Journeys after expiry of the vehicle's inspection or insurance, or the driver's licence or medical certificate. */
    is_unlawful: z.literal(true).optional(),
    /** Delayed journeys with a passenger who misses the next journey of a connection. */
    breaks_connections: z.literal(true).optional(),
  },
  statusField: 'service_status',
  initial: ['draft', 'scheduled'],
  check: (record) => {
    const issues: FieldIssue[] = []
    if (record.service_status === 'cancelled' && record.cancel_reason === null)
      issues.push({ path: 'cancel_reason', message: sentence`Say why the journey is cancelled.` })
    if (record.driver_id !== null && record.driver_id === record.co_driver_id)
      issues.push({ path: 'co_driver_id', message: sentence`Choose someone other than the driver.` })
    return issues
  },
})
export type Journey = z.output<typeof journey.record>
export type JourneyCreate = z.input<typeof journey.create>
