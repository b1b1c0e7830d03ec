import { z } from 'zod'
import { boardFilter } from './board'
import { PLAN_APPLY_MAX_JOURNEYS, PLAN_MAX_JOURNEYS } from '../core/limits'
import { operation } from '../core/operations'
import { Id, Instant, TimeZone } from '../core/scalars'

const tag = 'dispatch'
const mayEdit = { action: 'edit', resource: 'journeys' } as const
const DAY_MS = 86_400_000
/** Days that a suggestion may span. */
const PLAN_MAX_DAYS = 2

/** Why a journey stays without: none is suitable, or none of the suitable ones is free. */
export const LEFT_REASONS = ['nothing_fits', 'nothing_free'] as const

export const PlannedJourney = z.object({
  journey_id: Id,
  version: z.int(),
  label: z.string(),
  starts_at: Instant,
  timezone: TimeZone,
  /** What the plan gives it; null = nothing, because it has one already or stays without. */
  vehicle: z.object({ id: Id, label: z.string() }).nullable(),
  driver: z.object({ id: Id, label: z.string() }).nullable(),
  /** Why it stays without; null = it does not. */
  no_vehicle: z.enum(LEFT_REASONS).nullable(),
  no_driver: z.enum(LEFT_REASONS).nullable(),
})
export type PlannedJourney = z.output<typeof PlannedJourney>

export const DispatchPlan = z.object({
  /** Journeys that the plan gives something, and those that stay without; in the order of departure. */
  journeys: z.array(PlannedJourney),
  /** Journeys of the span in all, planned before or not. */
  journeys_in_all: z.int().min(0),
  /** Vehicles that run them once the plan is applied. */
  vehicles_used: z.int().min(0),
  /** No plan of these journeys needs fewer vehicles. */
  vehicles_needed: z.int().min(0),
  /** Vehicles that could run them all, by vehicle type; of a type that the fleet has, or else of the one planned. */
  fleet_needed: z.array(z.object({ id: Id, label: z.string(), count: z.int().min(1) })),
  /** Km that vehicles run empty between these journeys once the plan is applied, as the crow flies. */
  empty_km: z.int().min(0),
  /** Journeys under way at one time, at most. */
  most_at_once: z.int().min(0),
})
export type DispatchPlan = z.output<typeof DispatchPlan>

export const suggestPlan = operation({
  id: 'suggestPlan',
  method: 'POST',
  path: '/dispatch/suggestions',
  tag,
  summary: 'A vehicle and a driver for each journey of a span that lacks one; nothing is written',
  access: mayEdit,
  body: z
    .strictObject({
      from: Instant,
      to: Instant,
      ...boardFilter,
      /** Whether vehicles may run empty to where their next journey starts. */
      empty_runs: z.boolean().default(false),
      /** What is planned. */
      vehicles: z.boolean().default(true),
      drivers: z.boolean().default(true),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: 'Choose a later end.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= PLAN_MAX_DAYS * DAY_MS, {
      path: ['to'],
      message: `Choose at most ${PLAN_MAX_DAYS} days.`,
    }),
  ok: { status: 200, description: `The plan of up to ${PLAN_MAX_JOURNEYS} journeys.`, schema: DispatchPlan },
  errors: ['validation'],
})

export const PlanAssignment = z
  .strictObject({
    journey_id: Id,
    /** The version that the plan was made from. */
    version: z.int().min(1),
    vehicle_id: Id.optional(),
    driver_id: Id.optional(),
  })
  .refine(({ vehicle_id, driver_id }) => vehicle_id !== undefined || driver_id !== undefined, {
    path: ['vehicle_id'],
    message: 'Name a vehicle or a driver.',
  })
export type PlanAssignment = z.output<typeof PlanAssignment>

/** What came of one journey. */
export const AssignmentOutcome = z.object({
  journey_id: Id,
  outcome: z.enum(['done', 'failed']),
  /** Why it failed, for a person. */
  detail: z.string().nullable(),
})
export type AssignmentOutcome = z.output<typeof AssignmentOutcome>

const errors = ['validation', 'idempotency_in_progress', 'idempotency_mismatch'] as const
const Outcomes = z.array(AssignmentOutcome)

export const applyPlan = operation({
  id: 'applyPlan',
  method: 'POST',
  path: '/dispatch/plans/:id',
  tag,
  summary: 'Assign the journeys of a plan, each as if by hand; those that no longer work are left and named',
  access: mayEdit,
  params: z.object({ id: Id }),
  body: z.strictObject({ assignments: z.array(PlanAssignment).min(1).max(PLAN_APPLY_MAX_JOURNEYS) }),
  ok: {
    status: 200,
    description: 'What came of each. A larger plan comes in several calls with one id, and is undone as one.',
    schema: Outcomes,
  },
  errors,
})

export const undoPlan = operation({
  id: 'undoPlan',
  method: 'POST',
  path: '/dispatch/plans/:id/undo',
  tag,
  summary: 'Undo a plan: each journey that no one has changed since gets its previous assignment',
  access: mayEdit,
  params: z.object({ id: Id }),
  body: z.strictObject({}),
  ok: {
    status: 200,
    description: `What came of up to ${PLAN_APPLY_MAX_JOURNEYS} journeys, the last first; call again while some are left.`,
    schema: z.object({ outcomes: Outcomes, left: z.int().min(0) }),
  },
  errors: [...errors, 'not_found', 'invalid_state'],
})
