import type { EventAction } from '../../../../contract/core/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { JobOutcome, Resolution } from '../../../../contract/operations/reassignment'
import { RESOLUTION_UNDO_MIN } from '../../../../contract/core/limits/dispatch'
import { audit } from '../../../kernel/audit'
import type { Reader, Tx } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import type { Assignment } from '../ports'

const MINUTE_MS = 60_000

/** State of a job before it was settled. */
export interface JobBefore {
  job_id: string
  source: JobOutcome['source']
  role: JobOutcome['role']
  resource_id: string
  was_cancelled: boolean
  /** Own vehicle and staff before another company became the operator; all were unassigned. */
  ours?: Assignment
  /** Version after settling; another version means that the job has changed since. */
  version: number
}

export interface StoredResolution extends Resolution {
  before: JobBefore[]
  block_id: string
}

type Draft = Pick<StoredResolution, 'cause' | 'reason' | 'jobs' | 'before' | 'block_id'>

/** Stores a resolution. @returns its id */
export async function writeResolution(tx: Tx, draft: Draft, context: Context): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into resolutions (id, created_at, created_by, reason, cause, jobs, before, block_id)
    values (${id}, ${context.now().toISOString()}, ${context.actor.name}, ${draft.reason}, ${JSON.stringify(draft.cause)},
      ${JSON.stringify(draft.jobs)}, ${JSON.stringify(draft.before)}, ${draft.block_id})`.execute(tx)
  await note(tx, 'resolutions.applied', id, draft, context)
  return id
}

const COLUMNS = sql`id, created_at, created_by, reason, cause, jobs, before, block_id, undone_at`
type Row = Omit<StoredResolution, 'undo_until'>

const withDeadline = (row: Row): StoredResolution => {
  const until = new Date(Date.parse(row.created_at) + RESOLUTION_UNDO_MIN * MINUTE_MS)
  return { ...row, undo_until: until.toISOString() }
}

export async function findResolution(
  reader: Reader,
  id: string,
  isLocked = false,
): Promise<StoredResolution | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from resolutions where id = ${id} ${sql.raw(isLocked ? 'for update' : '')}`.execute(reader)
  return rows[0] && withDeadline(rows[0])
}

/** Returns the resolutions of a vehicle, a person, a journey or a hire that can be undone at `now`, the latest first. */
export async function findUndoable(reader: Reader, recordId: string, now: Date): Promise<StoredResolution[]> {
  const since = new Date(now.getTime() - RESOLUTION_UNDO_MIN * MINUTE_MS)
  const { rows } = await sql<Row>`
    select ${COLUMNS} from resolutions
    where created_at >= ${since.toISOString()} and undone_at is null
      and (${recordId} in (cause->>'vehicle_id', cause->>'staff_id')
        or jobs @> jsonb_build_array(jsonb_build_object('job_id', ${recordId}::text)))
    order by created_at desc, id desc`.execute(reader)
  return rows.map(withDeadline)
}

export async function markUndone(tx: Tx, resolution: StoredResolution, context: Context): Promise<void> {
  await sql`
    update resolutions set undone_at = ${context.now().toISOString()} where id = ${resolution.id}`.execute(tx)
  await note(tx, 'resolutions.undone', resolution.id, resolution, context)
}

/** Returns the number of jobs with each action. */
function countsByAction(jobs: readonly JobOutcome[]): Partial<Record<JobOutcome['action'], number>> {
  const counts: Partial<Record<JobOutcome['action'], number>> = {}
  for (const { action } of jobs) counts[action] = (counts[action] ?? 0) + 1
  return counts
}

async function note(
  tx: Tx,
  action: EventAction,
  id: string,
  { cause, jobs, reason }: Draft,
  context: Context,
): Promise<void> {
  const entity =
    cause.kind === 'downtime' ? { type: 'vehicles', id: cause.vehicle_id } : { type: 'staff', id: cause.staff_id }
  await audit(tx, context, {
    action,
    entity: { ...entity, label: `${cause.kind} ${cause.starts_at.slice(0, 10)}` },
    changes: [
      { field: 'resolution', old: null, new: id },
      { field: 'jobs', old: null, new: countsByAction(jobs) },
    ],
    reason,
  })
}
