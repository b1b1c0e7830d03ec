import { z } from 'zod'
import { boardFilter } from './board'
import { PLAN_APPLY_MAX_JOURNEYS, PLAN_MAX_JOURNEYS } from '../core/limits/dispatch'
import { operation } from '../core/operations'
import { Id, Instant, TimeZone } from '../core/scalars'
import { schemaMessage } from '../core/sentence'

const tag = 'dispatch'
const mayEdit = { action: 'edit', resource: 'journeys' } as const
const DAY_MS = 86_400_000
/** Longest period of a suggestion, in days. */
const PLAN_MAX_DAYS = 2

/** Why a journey gets no vehicle or driver: none is suitable, or none of the suitable ones is free. */
export const LEFT_REASONS = ['nothing_fits', 'nothing_free'] as const

export const PlannedJourney = z.object({
  journey_id: Id,
  version: z.int(),
  label: z.string(),
  starts_at: Instant,
  timezone: TimeZone,
  /** Vehicle that the plan assigns; null = none, because the journey has one already or `no_vehicle` applies. */
  vehicle: z.object({ id: Id, label: z.string() }).nullable(),
  driver: z.object({ id: Id, label: z.string() }).nullable(),
  /** Why the plan assigns no vehicle; null = it assigns one, or the journey has one. */
  no_vehicle: z.enum(LEFT_REASONS).nullable(),
  no_driver: z.enum(LEFT_REASONS).nullable(),
})
export type PlannedJourney = z.output<typeof PlannedJourney>

export const DispatchPlan = z.object({
  /** Journeys with an assignment, and those that remain without one, sorted by departure. */
  journeys: z.array(PlannedJourney),
  /** All journeys of the period, including those with assignments already. */
  journeys_in_all: z.int().min(0),
  /** Vehicles in use after the plan is applied. */
  vehicles_used: z.int().min(0),
  /** Smallest number of vehicles that any plan of these journeys needs. */
  vehicles_needed: z.int().min(0),
  /** Vehicles that could operate all of them, by vehicle type: a type of the fleet, or else the planned one. */
  fleet_needed: z.array(z.object({ id: Id, label: z.string(), count: z.int().min(1) })),
  /** Empty kilometres between these journeys after the plan is applied, in straight lines. */
  empty_km: z.int().min(0),
  /** Highest number of journeys under way at the same time. */
  most_at_once: z.int().min(0),
})
export type DispatchPlan = z.output<typeof DispatchPlan>

export const suggestPlan = operation({
  id: 'suggestPlan',
  method: 'POST',
  path: '/dispatch/suggestions',
  isRepeatable: true,
  tag,
  summary: 'Suggest vehicles and drivers for the unassigned journeys of a period; nothing is written',
  access: mayEdit,
  body: z
    .strictObject({
      from: Instant,
      to: Instant,
      ...boardFilter,
      /** Whether vehicles may run empty to the start of their next journey. */
      empty_runs: z.boolean().default(false),
      /** Whether vehicles are planned; `drivers`: whether drivers are. */
      vehicles: z.boolean().default(true),
      drivers: z.boolean().default(true),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: schemaMessage`Choose a later end.`,
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= PLAN_MAX_DAYS * DAY_MS, {
      path: ['to'],
      message: schemaMessage`Choose at most ${PLAN_MAX_DAYS} days.`,
    }),
  ok: { status: 200, description: `The plan of up to ${PLAN_MAX_JOURNEYS} journeys.`, schema: DispatchPlan },
  errors: ['validation'],
})

export const PlanAssignment = z
  .strictObject({
    journey_id: Id,
    /** Version of the journey that the plan is based on. */
    version: z.int().min(1),
    vehicle_id: Id.optional(),
    driver_id: Id.optional(),
  })
  .refine(({ vehicle_id, driver_id }) => vehicle_id !== undefined || driver_id !== undefined, {
    path: ['vehicle_id'],
    message: schemaMessage`Give a vehicle or a driver.`,
  })
export type PlanAssignment = z.output<typeof PlanAssignment>

/** Result of one journey. */
export const AssignmentOutcome = z.object({
  journey_id: Id,
  outcome: z.enum(['done', 'failed']),
  /** Why the assignment failed, as a sentence for users. */
  detail: z.string().nullable(),
})
export type AssignmentOutcome = z.output<typeof AssignmentOutcome>

const errors = ['validation'] as const
const Outcomes = z.array(AssignmentOutcome)

export const applyPlan = operation({
  id: 'applyPlan',
  method: 'POST',
  path: '/dispatch/plans/:id',
  tag,
  summary: 'Apply a plan: assign its journeys one by one; those that are no longer possible are reported',
  access: mayEdit,
  params: z.object({ id: Id }),
  body: z.strictObject({ assignments: z.array(PlanAssignment).min(1).max(PLAN_APPLY_MAX_JOURNEYS) }),
  ok: {
    status: 200,
    description: 'Result of each journey. Send a larger plan in several calls with the same id; it is undone as one.',
    schema: Outcomes,
  },
  errors,
})

export const undoPlan = operation({
  id: 'undoPlan',
  method: 'POST',
  path: '/dispatch/plans/:id/undo',
  tag,
  summary: 'Undo a plan: restore the previous assignment of each journey that was not changed since',
  access: mayEdit,
  params: z.object({ id: Id }),
  body: z.strictObject({}),
  ok: {
    status: 200,
    description: `Result of up to ${PLAN_APPLY_MAX_JOURNEYS} journeys, the last first. Repeat while some are left.`,
    schema: z.object({ outcomes: Outcomes, left: z.int().min(0) }),
  },
  errors: [...errors, 'not_found', 'invalid_state'],
})
