import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { defineEntity, type FieldIssue } from '../core/entity'
import { atCreation, byForm, bySteps } from '../core/ownership'
import { Id, Instant, PlainDate, ServiceTime, TimeZone, line, prose } from '../core/scalars'
import { AVAILABILITY_STATUSES, JOURNEY_KINDS, SALES_STATUSES, SERVICE_STATUSES, STOP_ACCESS } from '../core/vocabulary'

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
    route_id: Id,
    /** Operating day of the journey, in the time zone of the origin. */
    service_date: PlainDate,
    /** Departure from the first stop on the service day. */
    departure_time: ServiceTime,
    /** `positioning` = an empty run that is not sold. */
    kind: z.enum(JOURNEY_KINDS).default('passenger'),
    vehicle_type_id: Id,
    vehicle_id: Id.nullable().default(null),
    driver_id: Id.nullable().default(null),
    co_driver_id: Id.nullable().default(null),
    /**
     * Seats for sale: those of the assigned vehicle, or fewer if a limit is set, but never fewer than are sold. A number
     * sets the limit; null removes it: all seats of the vehicle, else of the type.
     */
    capacity: z.int().min(0).max(500).nullable().default(null),
    /** Seats that may be sold beyond the capacity. */
    overbooking_allowance: z.int().min(0).max(100).default(0),
    sales_status: z.enum(SALES_STATUSES).default('open'),
    service_status: z.enum(SERVICE_STATUSES).default('scheduled'),
    /** Delay in minutes; negative if early. */
    delay_min: z.int().min(-60).max(2880).default(0),
    cancel_reason: line(REASON_MAX_CHARS).nullable().default(null),
    notes: prose(5000).nullable().default(null),
  },
  computed: {
    /** Affiliate that operates it with its own vehicle and staff; null = the company itself. Changed by assignment. */
    operated_by_partner_id: Id.nullable(),
    /** Name of that affiliate. */
    operated_by: z.string().nullable(),
    /** `ROUTE-YYYYMMDD-HHMM`, with `-2`, `-3` … if that code is in use. */
    code: z.string(),
    pattern_version: z.int().min(1),
    departs_at: Instant,
    arrives_at: Instant,
    timezone: TimeZone,
    origin_station_id: Id,
    destination_station_id: Id,
    call_count: z.int().min(2),
    /** Manual limit of the seats for sale; null = all seats. Changed by `capacity`. */
    capacity_limit: z.int().min(0).nullable(),
    /** Seats of the vehicle, else of the type; for a farmed-out journey the seats that it had before. */
    seats: z.int().min(0),
    /** Places of the vehicle, else of the type. */
    wheelchair_spaces: z.int().min(0),
    child_seats: z.int().min(0),
    luggage_units: z.int().min(0),
    /** Maximum of confirmed and held seats on any leg; the excess over `seats` is the number of passengers to move. */
    peak_load: z.int().min(0),
    /** Maximum used on any leg; if it exceeds the available places, passengers must be moved. */
    peak_wheelchairs: z.int().min(0),
    peak_child_seats: z.int().min(0),
    peak_luggage_units: z.int().min(0),
    /** Capacity less the peak load; below zero when overbooked. */
    seats_left: z.int(),
    availability_status: z.enum(AVAILABILITY_STATUSES),
    /** Only when one journey is read. */
    calls: z.array(JourneyCall).optional(),
    /** Only when one journey is read. */
    legs: z.array(LoadedLeg).optional(),
  },
  setBy: {
    ...byForm(
      'vehicle_type_id',
      'vehicle_id',
      'driver_id',
      'co_driver_id',
      'capacity',
      'overbooking_allowance',
      'sales_status',
      'delay_min',
      'cancel_reason',
      'notes',
      'accept_warnings',
    ),
    ...atCreation('route_id', 'service_date', 'departure_time', 'kind'),
    service_status: bySteps(
      'scheduleJourney',
      'boardJourney',
      'departJourney',
      'interruptJourney',
      'resumeJourney',
      'completeJourney',
      'cancelJourney',
      'reinstateJourney',
    ),
  },
  secret: {
    /** Assigns a vehicle or people despite too little time after their previous job or before their next one. */
    accept_warnings: z.boolean().optional(),
  },
  filterable: [
    'code',
    'route_id',
    'service_date',
    'departs_at',
    'arrives_at',
    'kind',
    'vehicle_type_id',
    'vehicle_id',
    'driver_id',
    'co_driver_id',
    'operated_by_partner_id',
    'capacity',
    'seats',
    'peak_load',
    'seats_left',
    'sales_status',
    'service_status',
    'delay_min',
    'origin_station_id',
    'destination_station_id',
    'created_at',
    'updated_at',
  ],
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
  sortable: [
    'code',
    'service_date',
    'departs_at',
    'arrives_at',
    'capacity',
    'peak_load',
    'seats_left',
    'sales_status',
    'service_status',
    'delay_min',
    'route_id',
    'vehicle_id',
    'driver_id',
    'created_at',
    'updated_at',
  ],
  statusField: 'service_status',
  initial: ['draft', 'scheduled'],
  check: (record) => {
    const issues: FieldIssue[] = []
    if (record.service_status === 'cancelled' && record.cancel_reason === null)
      issues.push({ path: 'cancel_reason', message: 'Say why the journey is cancelled.' })
    if (record.driver_id !== null && record.driver_id === record.co_driver_id)
      issues.push({ path: 'co_driver_id', message: 'Choose another person than the driver.' })
    return issues
  },
})
export type Journey = z.output<typeof journey.record>
export type JourneyCreate = z.input<typeof journey.create>
