import { sentence } from '../../../contract/core/sentence'
import type { z } from 'zod'
import { RESOLUTION_UNDO_MIN } from '../../../contract/core/limits/dispatch'
import { cut } from '../../../contract/core/unstorable'
import type {
  AffectedJob,
  Cause,
  JobOutcome,
  JobPlan,
  Resolution,
  resolveDisruption,
} from '../../../contract/operations/reassignment'
import { attempt, type Reader, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal, invalidAt, wrongStateAt } from '../../http/refusal'
import { refuseUnknownIds } from '../../http/unknown-ids'
import type { Ports } from './ports'
import { readAffectedJobs } from './affected-jobs'
import { listedText } from '../../http/issue-text'
import { inCause, inPlan, reportedAt } from './request-fields'
import { lockAway, type Away } from './repository/jobs'
import {
  findResolution,
  markUndone,
  writeResolution,
  type JobBefore,
  type StoredResolution,
} from './repository/resolutions'
import { settleJob } from './settle-job'

type ResolveRequest = z.output<NonNullable<typeof resolveDisruption.body>>

const awayIn = (cause: Cause): Away =>
  cause.kind === 'downtime' ? { kind: 'vehicle', id: cause.vehicle_id } : { kind: 'staff', id: cause.staff_id }

/**
 * Settles every job affected by a downtime or an absence and creates that downtime or absence, in one transaction.
 * A dry run continues after failures and reports them; otherwise the first failure aborts.
 * @throws Refusal still_referenced when the plan omits a job, validation when it has a job that is not affected
 */
export async function resolve(tx: Tx, ports: Ports, requested: ResolveRequest, context: Context): Promise<Resolution> {
  const { cause, reason, simulate: dryRun } = requested
  const away = awayIn(cause)
  await lockAway(tx, away)
  const time = { from: cause.starts_at, to: cause.ends_at }
  const jobs = await readAffectedJobs(tx, away, time, 'cause.ends_at')
  refuseUnknownJobs(requested.jobs, jobs)
  const left = jobs.filter((job) => !requested.jobs.some((plan) => plan.job_id === job.id))
  if (left.length > 0)
    throw new Refusal(
      'still_referenced',
      sentence`Give an outcome for every affected job. These are missing: ${listedText(labelsOf(left), LISTED_JOBS)}.`,
      {
        blockers: [
          {
            resource: left[0]?.source === 'hire' ? 'reservations' : 'journeys',
            count: left.length,
            examples: left.map(({ id, label }) => ({ id, label })),
          },
        ],
      },
    )
  const outcomes: JobOutcome[] = []
  const before: JobBefore[] = []
  const overrides = { overrideReason: requested.override_reason, acceptsWarnings: requested.accept_warnings }
  const request = { awayId: away.id, reason, overrides, dryRun }
  const cancelled = requested.jobs.filter(({ action }) => action === 'move' || action === 'cancel')
  for (const job of jobs) {
    const index = requested.jobs.findIndex((candidate) => candidate.job_id === job.id)
    const plan = requested.jobs[index]
    if (!plan) continue
    try {
      refuseCancelledTargets(job, plan, index, new Set(cancelled.map(({ job_id }) => job_id)))
      const settled = await reportedAt(inPlan(index, plan), `jobs.${index}`, () =>
        attempt(tx, () => settleJob(tx, ports, job, plan, request, context)),
      )
      outcomes.push(settled.outcome)
      before.push(settled.before)
    } catch (error) {
      if (!dryRun || !(error instanceof Refusal)) throw error
      const { id: job_id, source, label, role } = job
      const detail = String(error.detail ?? error.message)
      outcomes.push({ job_id, source, label, role, action: plan.action, outcome: 'failed', detail, parties: [] })
    }
  }
  const hasFailed = outcomes.some(({ outcome }) => outcome === 'failed')
  const block_id = hasFailed
    ? away.id
    : await reportedAt(inCause(cause), 'cause', () => writeBlock(tx, ports, cause, context))
  return readResolution(tx, await writeResolution(tx, { cause, reason, jobs: outcomes, before, block_id }, context))
}

/** Missing jobs that a refusal names in its text; it has all of them as blockers. */
const LISTED_JOBS = 5

const labelsOf = (jobs: readonly AffectedJob[]): string[] => jobs.map(({ label }) => label)

/** Refuses plans for jobs that the downtime or absence does not affect. @throws Refusal validation */
function refuseUnknownJobs(plans: readonly JobPlan[], jobs: readonly AffectedJob[]): void {
  refuseUnknownIds(
    plans.map(({ job_id }) => job_id),
    jobs.map(({ id }) => id),
    (index) => `jobs.${index}.job_id`,
    sentence`This is not a job within that time. List the jobs again, and remove this one.`,
  )
}

/** Refuses to move passengers to a departure that the same resolution cancels. @throws Refusal validation */
function refuseCancelledTargets(
  { label }: AffectedJob,
  { action, to_journey_ids }: JobPlan,
  index: number,
  cancelled: ReadonlySet<string>,
): void {
  const target = to_journey_ids.findIndex((id) => cancelled.has(id))
  if (action !== 'move' || target === -1) return
  throw invalidAt(
    `jobs.${index}.to_journey_ids.${target}`,
    sentence`This resolution also cancels a departure that the passengers of ${label} would move to. Choose another one.`,
  )
}

function writeBlock(tx: Tx, ports: Ports, cause: Cause, context: Context): Promise<string> {
  const { starts_at, ends_at, note } = cause
  return cause.kind === 'downtime'
    ? ports.createDowntime(
        tx,
        { vehicle_id: cause.vehicle_id, starts_at, ends_at, kind: cause.downtime_kind, note },
        context,
      )
    : ports.createAbsence(
        tx,
        { staff_id: cause.staff_id, starts_at, ends_at, kind: cause.absence_kind, state: 'approved', note },
        context,
      )
}

/** Returns a resolution. @throws Refusal not_found */
export async function readResolution(reader: Reader, id: string, isLocked = false): Promise<StoredResolution> {
  const found = await findResolution(reader, id, isLocked)
  if (!found) throw new Refusal('not_found', sentence`There is no such resolution.`)
  return found
}

/** Undoes a resolution, last job first. @throws Refusal after the deadline or when a job has changed since */
export async function undo(tx: Tx, ports: Ports, id: string, context: Context): Promise<Resolution> {
  const resolution = await readResolution(tx, id, true)
  if (resolution.undone_at !== null) return resolution
  if (Date.parse(resolution.undo_until) < context.now().getTime())
    throw wrongStateAt(
      'undo_until',
      sentence`It was done more than ${RESOLUTION_UNDO_MIN} minutes ago and can no longer be undone. Change the jobs one by one.`,
    )
  const { cause, reason } = resolution
  if (cause.kind === 'downtime') await ports.removeDowntime(tx, resolution.block_id, context)
  else await ports.removeAbsence(tx, resolution.block_id, context)
  for (const job of resolution.before.toReversed()) await restoreJob(tx, ports, job, resolution.jobs, reason, context)
  await markUndone(tx, resolution, context)
  return readResolution(tx, id)
}

async function restoreJob(
  tx: Tx,
  ports: Ports,
  job: JobBefore,
  outcomes: readonly JobOutcome[],
  reason: string,
  context: Context,
): Promise<void> {
  const why = cut(`Undone: ${reason}`, 200)
  const outcome = outcomes.find(({ job_id }) => job_id === job.job_id)
  const isHire = job.source === 'hire'
  const now = isHire ? await ports.readHire(tx, job.job_id) : await ports.readJourney(tx, job.job_id)
  if (now.version !== job.version)
    throw wrongStateAt(
      'jobs',
      sentence`${outcome?.label ?? 'A job'} has been changed since, so this cannot be undone. Change the jobs one by one.`,
    )
  if (job.was_cancelled && !isHire) await ports.reinstateJourney(tx, job.job_id, why, context)
  for (const party of outcome?.parties ?? []) {
    const from_journey_id = isHire ? null : job.job_id
    await ports.restoreParty(tx, { ...party, from_journey_id }, why, context)
  }
  const requested = job.ours ? { ...job.ours, operated_by_partner_id: null } : { [job.role]: job.resource_id }
  const overrides = { overrideReason: why, acceptsWarnings: true }
  if (isHire) await ports.assignHire(tx, job.job_id, requested, context, overrides)
  else await ports.assignJourney(tx, job.job_id, requested, why, context, overrides)
}
