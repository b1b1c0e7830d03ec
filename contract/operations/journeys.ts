import { z } from 'zod'
import { journey } from '../entities/journey'
import { Weekday, eachOnce, setOf } from '../entities/parts'
import { reservation } from '../entities/reservation'
import { GENERATE_MAX_JOURNEYS } from '../core/limits/dispatch'
import { operation } from '../core/operations'
import { OperatedBy } from './operators'
import { Id, Instant, PlainDate, ServiceTime, TimeZone } from '../core/scalars'
import { AcceptWarnings, Reason, STEP_ERRORS, Simulate, stepsOf } from '../core/steps'
import { Suggestions } from './suggestions'
import { Task } from './tasks'
import { schemaMessage } from '../core/sentence'

const tag = 'journeys'
const mayEdit = { action: 'edit', resource: 'journeys' } as const
const IdParams = z.object({ id: Id })

const step = stepsOf({ resource: 'journeys', answer: 'The journey as it is now.', record: journey.record })

export const assignJourney = step(
  'assignJourney',
  'assign',
  'Assign or unassign the vehicle and drivers of a journey, or its operating company',
  z.strictObject({
    vehicle_id: Id.nullable().optional(),
    driver_id: Id.nullable().optional(),
    co_driver_id: Id.nullable().optional(),
    operated_by_partner_id: OperatedBy.optional(),
    /** Reason for exceeding driving or rest times. */
    override_reason: Reason.optional(),
    accept_warnings: AcceptWarnings,
  }),
  ['resource_conflict', 'override_required', 'confirmation_required', 'forbidden'],
)
export const scheduleJourney = step('scheduleJourney', 'schedule', 'Schedule a draft journey', z.strictObject({}))
export const boardJourney = step(
  'boardJourney',
  'board',
  'Start boarding within three hours of the planned departure; requires a vehicle and a driver',
  z.strictObject({}),
)
export const departJourney = step(
  'departJourney',
  'depart',
  'Mark a journey as departed, at most one hour before its planned departure; its sale is closed',
  z.strictObject({}),
)
export const completeJourney = step(
  'completeJourney',
  'complete',
  'Mark a journey as completed, after its planned departure',
  z.strictObject({}),
)
export const revertJourney = step(
  'revertJourney',
  'revert',
  'Revert the start of boarding, the departure or the completion of a journey that was recorded by mistake',
  z.strictObject({ reason: Reason }),
  ['resource_conflict'],
)
export const interruptJourney = step(
  'interruptJourney',
  'interrupt',
  'Interrupt a journey under way',
  z.strictObject({ reason: Reason }),
)
export const resumeJourney = step('resumeJourney', 'resume', 'Resume an interrupted journey', z.strictObject({}))
export const reinstateJourney = step(
  'reinstateJourney',
  'reinstate',
  'Reinstate a cancelled journey if its vehicle and drivers are free',
  z.strictObject({ reason: Reason }),
  ['resource_conflict'],
)

/** Action for one reservation of a cancelled journey. */
export const PartyPlan = z.strictObject({
  reservation_id: Id,
  /** `cancel` keeps the other direction of a sold reservation; `cancel_all` cancels both directions. */
  action: z.enum(['move', 'cancel', 'cancel_all']),
  /** Target journey of `move`. */
  to_journey_id: Id.optional(),
})
export type PartyPlan = z.output<typeof PartyPlan>

/** Result of one reservation. */
export const PartyOutcome = z.object({
  reservation_id: Id,
  reference: z.string(),
  lead_name: z.string(),
  seats: z.int(),
  /** `direction_cancelled`: the other direction remains. */
  outcome: z.enum(['moved', 'cancelled', 'direction_cancelled', 'failed']),
  to_journey_id: Id.nullable(),
  /** Why the action failed, as a sentence for users. */
  detail: z.string().nullable(),
  reservation: reservation.record.nullable(),
})
export type PartyOutcome = z.output<typeof PartyOutcome>

export const cancelJourney = operation({
  id: 'cancelJourney',
  method: 'POST',
  path: '/journeys/:id/cancel',
  tag,
  summary: 'Cancel a journey and move or cancel all its reservations; nothing changes if one of them fails',
  access: mayEdit,
  params: IdParams,
  body: z.strictObject({
    reason: Reason,
    parties: z
      .array(PartyPlan)
      .max(500)
      .check(
        eachOnce('reservation_id', schemaMessage`This reservation has an action already. Give each reservation once.`),
      )
      .default([]),
    /** Action for all other reservations: move to the first of `to_journey_ids` with enough seats, or cancel. */
    others: z.enum(['move', 'move_or_cancel', 'cancel', 'refuse']).default('refuse'),
    to_journey_ids: z.array(Id).max(20).default([]),
    simulate: Simulate,
  }),
  ok: {
    status: 200,
    description: 'The journey and the result of each reservation.',
    schema: z.object({ journey: journey.record, parties: z.array(PartyOutcome) }),
  },
  errors: [...STEP_ERRORS, 'still_referenced', 'sold_out', 'forbidden'],
  ifMatch: true,
})

/** Later job that the vehicle or a driver of a late journey does not reach in time. */
export const Clash = z.object({
  resource_kind: z.enum(['vehicle', 'staff']),
  resource_id: Id,
  resource_label: z.string(),
  source: z.enum(['journey', 'hire']),
  source_id: Id,
  label: z.string(),
  starts_at: Instant,
  /** Minutes by which the vehicle or driver would arrive too late. */
  late_min: z.int(),
})
export type Clash = z.output<typeof Clash>

/** Reservation with a missed connection to its next journey. */
export const MissedConnection = z.object({
  reservation_id: Id,
  reference: z.string(),
  lead_name: z.string(),
  seats: z.int(),
  next_journey_id: Id,
  next_code: z.string(),
  /** Station of the change. */
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
  summary: 'Set the delay of a journey; returns the later jobs and the connections that it affects',
  access: mayEdit,
  params: IdParams,
  body: z
    .strictObject({
      /** Total delay in minutes; negative if the journey is early. */
      delay_min: journey.writable.delay_min.unwrap().optional(),
      /** Minutes to add to the current delay. */
      add_min: z.int().min(-120).max(720).optional(),
      reason: Reason.optional(),
      simulate: Simulate,
    })
    .refine((body) => (body.delay_min === undefined) !== (body.add_min === undefined), {
      path: ['delay_min'],
      message: schemaMessage`Give either the total delay or the minutes to add.`,
    }),
  ok: {
    status: 200,
    description: 'The journey with its expected times, the affected jobs and the missed connections.',
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
  summary: 'List free and suitable vehicles and drivers for a journey, the best first',
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
  /** Time zone of the first stop. */
  timezone: TimeZone,
  /** The journey exists already and is not changed. */
  is_duplicate: z.boolean(),
  /** A clock change makes the departure or arrival differ from the timetable, or makes its local time ambiguous. */
  is_clock_change: z.boolean(),
})
export type GeneratedJourney = z.output<typeof GeneratedJourney>

export const Generation = z.object({
  created: z.int(),
  duplicates: z.int(),
  journeys: z.array(GeneratedJourney),
  /** Notes for the user, for example days with a clock change. */
  notes: z.array(z.string()),
})
export type Generation = z.output<typeof Generation>

export const GenerationRequest = z.strictObject({
  route_id: Id,
  vehicle_type_id: Id,
  from: PlainDate,
  to: PlainDate,
  /** Limits the dates to these days of the week; empty = every day. */
  weekdays: setOf(Weekday, 7).default([]),
  departure_times: setOf(ServiceTime, 200).min(1, schemaMessage`Add at least one departure.`),
  /** Limits the dates to those of this season. */
  season_id: Id.nullable().default(null),
  except_dates: setOf(PlainDate, 366).default([]),
  kind: journey.writable.kind,
  service_status: z.enum(['draft', 'scheduled']).default('scheduled'),
  sales_status: journey.writable.sales_status,
  capacity: journey.writable.capacity,
})
export type GenerationRequest = z.output<typeof GenerationRequest>

export const previewGeneration = operation({
  id: 'previewGeneration',
  method: 'POST',
  path: '/journeys/generate/preview',
  isRepeatable: true,
  tag,
  summary: 'Preview the journeys that would be generated for a period, and those that exist already',
  access: { action: 'create', resource: 'journeys' },
  body: GenerationRequest,
  ok: { status: 200, description: `Up to ${GENERATE_MAX_JOURNEYS} departures.`, schema: Generation },
  errors: ['validation', 'invalid_state'],
})

export const generateJourneys = operation({
  id: 'generateJourneys',
  method: 'POST',
  path: '/journeys/generate',
  tag,
  summary: 'Generate the journeys of a period; existing journeys are not changed',
  access: { action: 'create', resource: 'journeys' },
  body: GenerationRequest,
  ok: { status: 202, description: 'The task. Poll it for its progress.', schema: Task },
  errors: ['validation', 'invalid_state'],
})
