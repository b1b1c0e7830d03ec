import { z } from 'zod'
import { REASON_MAX_CHARS } from '../core/limits/texts'
import { eachOnce } from '../entities/parts'
import { PartyOutcome } from './journeys'
import { operation } from '../core/operations'
import { Id, Instant, line, prose } from '../core/scalars'
import { AcceptWarnings } from '../core/steps'
import { ABSENCE_KINDS, DOWNTIME_KINDS } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/** Maximum number of jobs of one resolution; a period with more jobs has to be split. */
export const RESOLUTION_JOBS_MAX = 200

const tag = 'resolutions'
const mayEdit = { action: 'edit', resource: 'journeys' } as const
const mayShow = { action: 'show', resource: 'journeys' } as const
const IdParams = z.object({ id: Id })

/** Downtime of a vehicle or absence of a person. */
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
    message: schemaMessage`Must be after the start.`,
  })
export type Cause = z.output<typeof Cause>

const JobAction = z.enum(['swap', 'unassign', 'move', 'cancel', 'farm_out'])

export const AffectedJob = z.object({
  source: z.enum(['journey', 'hire']),
  id: Id,
  /** Code of the journey, or reference of the hire. */
  label: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  /** Role of the vehicle or person in the job. */
  role: z.enum(['vehicle_id', 'driver_id', 'co_driver_id']),
  /** Passengers with seats on the journey. */
  seats: z.int(),
  /** Reservations to move or notify. */
  parties: z.int(),
  /** Actions that the current state of the job allows. */
  actions: z.array(JobAction),
})
export type AffectedJob = z.output<typeof AffectedJob>

const span = z
  .object({
    from: Instant,
    /** Omitted = until further notice. */
    to: Instant.optional(),
  })
  .refine(({ from, to }) => to === undefined || Date.parse(to) > Date.parse(from), {
    path: ['to'],
    message: schemaMessage`Must be after "from".`,
  })

const listOf = <P extends string>(id: string, path: P, whose: string) =>
  operation({
    id,
    method: 'GET',
    path,
    tag,
    summary: `List the jobs of a ${whose} within a period`,
    access: mayShow,
    params: IdParams,
    query: span,
    ok: {
      status: 200,
      description: `Sorted by start. More than ${RESOLUTION_JOBS_MAX} jobs are refused with "too_many_jobs".`,
      schema: z.array(AffectedJob),
    },
    errors: ['not_found', 'malformed', 'validation'],
  })

export const listJobsOfVehicle = listOf('listJobsOfVehicle', '/vehicles/:id/jobs', 'vehicle')
export const listJobsOfStaff = listOf('listJobsOfStaff', '/staff/:id/jobs', 'person')

/** Action for one job that loses its vehicle or person. */
export const JobPlan = z.strictObject({
  job_id: Id,
  /**
   * `swap` assigns another vehicle or person, `unassign` leaves the job unassigned, `move` cancels the journey and moves
   * its passengers, `cancel` cancels it with all its reservations, `farm_out` has another company operate it.
   */
  action: JobAction,
  /** New vehicle or person, for `swap`. */
  resource_id: Id.optional(),
  /** Affiliate that operates the job, for `farm_out`. */
  partner_id: Id.optional(),
  /** Target journeys of `move`; each reservation moves to the first one with enough seats. */
  to_journey_ids: z.array(Id).max(20).default([]),
})
export type JobPlan = z.output<typeof JobPlan>

/** Plans of all jobs that a resolution settles, one for each job. */
const JobPlans = z
  .array(JobPlan)
  .max(RESOLUTION_JOBS_MAX)
  .check(eachOnce('job_id', schemaMessage`This job has an action already. Give each job once.`))

export const JobOutcome = z.object({
  job_id: Id,
  source: z.enum(['journey', 'hire']),
  label: z.string(),
  role: AffectedJob.shape.role,
  action: JobAction,
  outcome: z.enum(['done', 'failed']),
  /** Why the action failed, as a sentence for users. */
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
  /** The resolution can be undone until then. */
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
] as const

export const resolveDisruption = operation({
  id: 'resolveDisruption',
  method: 'POST',
  path: '/resolutions',
  tag,
  summary: 'Take a vehicle or person out of service and reassign or cancel all their jobs; simulate previews it',
  access: mayEdit,
  body: z.strictObject({
    cause: Cause,
    jobs: JobPlans,
    reason: line(REASON_MAX_CHARS),
    /** Reason for exceeding driving or rest times of the replacements. */
    override_reason: line(REASON_MAX_CHARS).optional(),
    accept_warnings: AcceptWarnings,
    simulate: z.boolean().default(false),
  }),
  ok: { status: 200, description: 'The result of each job and of each of its reservations.', schema: Resolution },
  errors,
})

export const listUndoableResolutions = operation({
  id: 'listUndoableResolutions',
  method: 'GET',
  path: '/resolutions',
  tag,
  summary: 'List the resolutions that concern a record and can still be undone',
  access: mayShow,
  query: z.object({
    /** Vehicle or person that is away, or a journey or hire that was settled. */
    record_id: Id,
  }),
  ok: { status: 200, description: 'The latest first.', schema: z.array(Resolution) },
  errors: ['malformed', 'validation'],
})

export const getResolution = operation({
  id: 'getResolution',
  method: 'GET',
  path: '/resolutions/:id',
  tag,
  summary: 'Get the resolution of a breakdown or an absence',
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
  summary: 'Undo a resolution within ten minutes, if nothing has changed since',
  access: mayEdit,
  params: IdParams,
  ok: { status: 200, description: 'The resolution.', schema: Resolution },
  errors: [...errors, 'not_found'],
})
