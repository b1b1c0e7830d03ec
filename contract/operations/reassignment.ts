import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits'
import { PartyOutcome } from './journeys'
import { operation } from '../core/operations'
import { Id, Instant, line, prose } from '../core/scalars'
import { AcceptWarnings } from '../core/steps'
import { ABSENCE_KINDS, DOWNTIME_KINDS } from '../core/vocabulary'

/** Jobs that one resolution settles; the end of a longer time without a vehicle or person has to be chosen earlier. */
export const RESOLUTION_JOBS_MAX = 200

const tag = 'resolutions'
const mayEdit = { action: 'edit', resource: 'journeys' } as const
const mayShow = { action: 'show', resource: 'journeys' } as const
const IdParams = z.object({ id: Id })

/** What takes a vehicle or a person away from their jobs. */
export const Cause = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('downtime'),
      vehicle_id: Id,
      starts_at: Instant,
      /** Null = until further notice. */
      ends_at: Instant.nullable().default(null),
      downtime_kind: z.enum(DOWNTIME_KINDS),
      note: prose(2000).nullable().default(null),
    }),
    z.strictObject({
      kind: z.literal('absence'),
      staff_id: Id,
      starts_at: Instant,
      ends_at: Instant,
      absence_kind: z.enum(ABSENCE_KINDS),
      note: prose(2000).nullable().default(null),
    }),
  ])
  .refine(({ starts_at, ends_at }) => ends_at === null || Date.parse(ends_at) > Date.parse(starts_at), {
    path: ['ends_at'],
    message: 'Must lie after the start.',
  })
export type Cause = z.output<typeof Cause>

export const AffectedJob = z.object({
  source: z.enum(['journey', 'hire']),
  id: Id,
  /** Code of the journey, or reference of the hire. */
  label: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  /** What the vehicle or person does there. */
  role: z.enum(['vehicle_id', 'driver_id', 'co_driver_id']),
  /** Passengers who have seats on it. */
  seats: z.int(),
  /** Parties that would have to be moved or told. */
  parties: z.int(),
})
export type AffectedJob = z.output<typeof AffectedJob>

const span = z
  .object({
    from: Instant,
    /** Until further notice when left out. */
    to: Instant.optional(),
  })
  .refine(({ from, to }) => to === undefined || Date.parse(to) > Date.parse(from), {
    path: ['to'],
    message: 'Must lie after "from".',
  })

const listOf = <P extends string>(id: string, path: P, whose: string) =>
  operation({
    id,
    method: 'GET',
    path,
    tag,
    summary: `Jobs of a ${whose} within a time`,
    access: mayShow,
    params: IdParams,
    query: span,
    ok: {
      status: 200,
      description: `In the order of their start. Refused with "too_many_jobs" beyond ${RESOLUTION_JOBS_MAX}.`,
      schema: z.array(AffectedJob),
    },
    errors: ['malformed', 'validation'],
  })

export const listJobsOfVehicle = listOf('listJobsOfVehicle', '/vehicles/:id/jobs', 'vehicle')
export const listJobsOfStaff = listOf('listJobsOfStaff', '/staff/:id/jobs', 'person')

/** What happens to one job that loses its vehicle or person. */
export const JobPlan = z.strictObject({
  job_id: Id,
  /**
   * `swap` gives it to another one, `unassign` leaves that for later, `move` cancels the journey and moves its
   * passengers, `cancel` cancels it with everybody on it, `farm_out` has another company run it.
   */
  action: z.enum(['swap', 'unassign', 'move', 'cancel', 'farm_out']),
  /** The other vehicle or person, for a swap. */
  resource_id: Id.optional(),
  /** The affiliate that runs it, for `farm_out`. */
  partner_id: Id.optional(),
  /** Journeys to move to, the first that fits. */
  to_journey_ids: z.array(Id).max(20).default([]),
})
export type JobPlan = z.output<typeof JobPlan>

export const JobOutcome = z.object({
  job_id: Id,
  source: z.enum(['journey', 'hire']),
  label: z.string(),
  role: AffectedJob.shape.role,
  action: JobPlan.shape.action,
  outcome: z.enum(['done', 'failed']),
  /** Why it failed, for a person. */
  detail: z.string().nullable(),
  parties: z.array(PartyOutcome.omit({ reservation: true })),
})
export type JobOutcome = z.output<typeof JobOutcome>

export const Resolution = z.object({
  id: Id,
  cause: Cause,
  reason: z.string(),
  jobs: z.array(JobOutcome),
  created_at: Instant,
  created_by: z.string(),
  /** Until when it can be taken back. */
  undo_until: Instant,
  undone_at: Instant.nullable(),
})
export type Resolution = z.output<typeof Resolution>

const errors = [
  'validation',
  'invalid_state',
  'still_referenced',
  'resource_conflict',
  'override_required',
  'confirmation_required',
  'sold_out',
  'credit_limit',
  'forbidden',
  'idempotency_in_progress',
  'idempotency_mismatch',
] as const

export const resolveDisruption = operation({
  id: 'resolveDisruption',
  method: 'POST',
  path: '/resolutions',
  tag,
  summary:
    'Take a vehicle or person out of service and settle all their jobs, in one go; simulate to see who does not fit',
  access: mayEdit,
  body: z.strictObject({
    cause: Cause,
    jobs: z.array(JobPlan).max(RESOLUTION_JOBS_MAX),
    reason: line(REASON_MAX_CHARS),
    /** Why driving or rest times may be exceeded by those who step in. */
    override_reason: line(REASON_MAX_CHARS).optional(),
    accept_warnings: AcceptWarnings,
    simulate: z.boolean().default(false),
  }),
  ok: { status: 200, description: 'What came of each job and of each party on it.', schema: Resolution },
  errors,
})

export const getResolution = operation({
  id: 'getResolution',
  method: 'GET',
  path: '/resolutions/:id',
  tag,
  summary: 'What was done about a breakdown or an absence',
  access: mayShow,
  params: IdParams,
  ok: { status: 200, description: 'The resolution.', schema: Resolution },
  errors: ['not_found'],
})

export const undoResolution = operation({
  id: 'undoResolution',
  method: 'POST',
  path: '/resolutions/:id/undo',
  tag,
  summary: 'Take it all back within ten minutes, if nothing has come between',
  access: mayEdit,
  params: IdParams,
  ok: { status: 200, description: 'The resolution.', schema: Resolution },
  errors: [...errors, 'not_found'],
})
