import { z } from 'zod'
import { journey } from '../entities/journey'
import { Weekday, setOf } from '../entities/parts'
import { reservation } from '../entities/reservation'
import { GENERATE_MAX_JOURNEYS } from '../core/limits'
import { operation } from '../core/operations'
import { OperatedBy } from './operators'
import { Id, Instant, PlainDate, ServiceTime, TimeZone } from '../core/scalars'
import { AcceptWarnings, Reason, STEP_ERRORS, Simulate, stepsOf } from '../core/steps'
import { Suggestions } from './suggestions'
import { Task } from './tasks'

const tag = 'journeys'
const mayEdit = { action: 'edit', resource: 'journeys' } as const
const IdParams = z.object({ id: Id })

const step = stepsOf({ resource: 'journeys', answer: 'The journey as it is now.', record: journey.record })

export const assignJourney = step(
  'assignJourney',
  'assign',
  'Give a journey its vehicle and people, or take them away; or farm it out, or take it back',
  z.strictObject({
    vehicle_id: Id.nullable().optional(),
    driver_id: Id.nullable().optional(),
    co_driver_id: Id.nullable().optional(),
    operated_by_partner_id: OperatedBy.optional(),
    /** Why the driving or rest time may be exceeded. */
    override_reason: Reason.optional(),
    accept_warnings: AcceptWarnings,
  }),
  ['resource_conflict', 'override_required', 'confirmation_required', 'forbidden'],
)
export const scheduleJourney = step('scheduleJourney', 'schedule', 'A draft is to run', z.strictObject({}))
export const boardJourney = step(
  'boardJourney',
  'board',
  'Boarding starts; its vehicle and driver are known by then',
  z.strictObject({}),
)
export const departJourney = step(
  'departJourney',
  'depart',
  'It has left its first stop; sales end',
  z.strictObject({}),
)
export const completeJourney = step('completeJourney', 'complete', 'It has reached its last stop', z.strictObject({}))
export const interruptJourney = step(
  'interruptJourney',
  'interrupt',
  'The journey cannot go on for now',
  z.strictObject({ reason: Reason }),
)
export const resumeJourney = step('resumeJourney', 'resume', 'An interrupted journey goes on', z.strictObject({}))
export const reinstateJourney = step(
  'reinstateJourney',
  'reinstate',
  'Run a cancelled journey after all, if its vehicle and people are free',
  z.strictObject({ reason: Reason }),
  ['resource_conflict'],
)

/** What happens to one party of a journey that does not run. */
export const PartyPlan = z.strictObject({
  reservation_id: Id,
  /** `cancel` leaves a sold party its other direction; `cancel_all` cancels both. */
  action: z.enum(['move', 'cancel', 'cancel_all']),
  /** The journey to move to. */
  to_journey_id: Id.optional(),
})
export type PartyPlan = z.output<typeof PartyPlan>

/** What came of one party. */
export const PartyOutcome = z.object({
  reservation_id: Id,
  reference: z.string(),
  lead_name: z.string(),
  seats: z.int(),
  /** `direction_cancelled`: its other direction stays. */
  outcome: z.enum(['moved', 'cancelled', 'direction_cancelled', 'failed']),
  to_journey_id: Id.nullable(),
  /** Why it failed, for a person. */
  detail: z.string().nullable(),
  reservation: reservation.record.nullable(),
})
export type PartyOutcome = z.output<typeof PartyOutcome>

export const cancelJourney = operation({
  id: 'cancelJourney',
  method: 'POST',
  path: '/journeys/:id/cancel',
  tag,
  summary: 'Cancel a departure with everybody on it: each party is moved or cancelled, or nothing happens',
  access: mayEdit,
  params: IdParams,
  body: z.strictObject({
    reason: Reason,
    parties: z.array(PartyPlan).max(500).default([]),
    /** For the parties that are not named: moved to the first of `to_journey_ids` that they fit on, or cancelled. */
    others: z.enum(['move', 'move_or_cancel', 'cancel', 'refuse']).default('refuse'),
    to_journey_ids: z.array(Id).max(20).default([]),
    simulate: Simulate,
  }),
  ok: {
    status: 200,
    description: 'The journey and what came of each party.',
    schema: z.object({ journey: journey.record, parties: z.array(PartyOutcome) }),
  },
  errors: [...STEP_ERRORS, 'still_referenced', 'sold_out', 'forbidden'],
  ifMatch: true,
})

/** A later job that the vehicle or a person of a late journey does not reach in time. */
export const Clash = z.object({
  resource_kind: z.enum(['vehicle', 'staff']),
  resource_id: Id,
  resource_label: z.string(),
  /** Journey or hire. */
  source: z.enum(['journey', 'hire']),
  source_id: Id,
  label: z.string(),
  starts_at: Instant,
  /** How much too late they would come. */
  late_min: z.int(),
})
export type Clash = z.output<typeof Clash>

/** A party that does not reach the journey that it changes to. */
export const MissedConnection = z.object({
  reservation_id: Id,
  reference: z.string(),
  lead_name: z.string(),
  seats: z.int(),
  next_journey_id: Id,
  next_code: z.string(),
  /** Where they change. */
  station: z.string(),
  timezone: TimeZone,
  arrives_at: Instant,
  leaves_at: Instant,
  late_min: z.int(),
})
export type MissedConnection = z.output<typeof MissedConnection>

export const delayJourney = operation({
  id: 'delayJourney',
  method: 'POST',
  path: '/journeys/:id/delay',
  tag,
  summary:
    'Say how late a journey runs; tells which later jobs of its vehicle and people, and whose connections, that endangers',
  access: mayEdit,
  params: IdParams,
  body: z
    .strictObject({
      /** Minutes late in all; before time is negative. */
      delay_min: journey.writable.delay_min.unwrap().optional(),
      /** Minutes more than so far. */
      add_min: z.int().min(-120).max(720).optional(),
      reason: Reason.optional(),
      simulate: Simulate,
    })
    .refine((body) => (body.delay_min === undefined) !== (body.add_min === undefined), {
      path: ['delay_min'],
      message: 'Give either the whole delay or what comes on top.',
    }),
  ok: {
    status: 200,
    description: 'The journey with its expected times, the jobs in danger and those who miss what they change to.',
    schema: z.object({
      journey: journey.record,
      clashes: z.array(Clash),
      missed_connections: z.array(MissedConnection),
    }),
  },
  errors: STEP_ERRORS,
  ifMatch: true,
})

export const suggestForJourney = operation({
  id: 'suggestForJourney',
  method: 'GET',
  path: '/journeys/:id/suggestions',
  tag,
  summary: 'Vehicles and drivers that are free and fit for a journey, the most suitable first',
  access: { action: 'show', resource: 'journeys' },
  params: IdParams,
  ok: { status: 200, description: 'Up to ten of each.', schema: Suggestions },
  errors: ['not_found'],
})

export const GeneratedJourney = z.object({
  service_date: PlainDate,
  departure_time: ServiceTime,
  code: z.string(),
  departs_at: Instant,
  arrives_at: Instant,
  /** Of the first stop. */
  timezone: TimeZone,
  /** It is there already and stays as it is. */
  is_duplicate: z.boolean(),
  /** At the departure or the arrival clocks of the zone show another time than the timetable, or show it twice. */
  is_clock_change: z.boolean(),
})
export type GeneratedJourney = z.output<typeof GeneratedJourney>

export const Generation = z.object({
  created: z.int(),
  duplicates: z.int(),
  journeys: z.array(GeneratedJourney),
  /** What a person should know, such as days on which the clock changes. */
  notes: z.array(z.string()),
})
export type Generation = z.output<typeof Generation>

export const GenerationWish = z.strictObject({
  route_id: Id,
  vehicle_type_id: Id,
  from: PlainDate,
  to: PlainDate,
  /** Only these days of the week; empty = every day. */
  weekdays: setOf(Weekday, 7).default([]),
  departure_times: setOf(ServiceTime, 200).min(1, 'Add at least one departure.'),
  /** Only the days of this season within the span. */
  season_id: Id.nullable().default(null),
  except_dates: setOf(PlainDate, 366).default([]),
  kind: journey.writable.kind,
  service_status: z.enum(['draft', 'scheduled']).default('scheduled'),
  sales_status: journey.writable.sales_status,
  capacity: journey.writable.capacity,
})
export type GenerationWish = z.output<typeof GenerationWish>

export const previewGeneration = operation({
  id: 'previewGeneration',
  method: 'POST',
  path: '/journeys/generate/preview',
  tag,
  summary: 'Which departures a span of days would get, and which of them are there already',
  access: { action: 'create', resource: 'journeys' },
  body: GenerationWish,
  ok: { status: 200, description: `Up to ${GENERATE_MAX_JOURNEYS} departures.`, schema: Generation },
  errors: ['validation', 'invalid_state'],
})

export const generateJourneys = operation({
  id: 'generateJourneys',
  method: 'POST',
  path: '/journeys/generate',
  tag,
  summary: 'Make the departures of a span of days; what is there already stays as it is',
  access: { action: 'create', resource: 'journeys' },
  body: GenerationWish,
  ok: { status: 202, description: 'The task; read it again to follow it.', schema: Task },
  errors: ['validation', 'invalid_state', 'idempotency_in_progress', 'idempotency_mismatch'],
})
