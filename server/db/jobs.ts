import { sql, type RawBuilder, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beginAfterCommit, type ChangedRecord, type DomainEvent, type FollowedInOrder } from './after-commit'
import type { Db } from './database'
import type { Parts } from './parts'
import type { Database } from './tables'

type Tx = Transaction<Database>

export interface NewJob {
  /** The name of its handler, noun first: `mail.send`. */
  kind: string
  /** Input of the handler: ids rather than content, because the handler reads the records when it runs. */
  payload: Record<string, unknown>
  /** Earliest start; at once by default. */
  runAt?: Date
  /** Replaces the job of this kind with the same key, also one that is running. */
  key?: string
}

/** Enqueues jobs that start at once and exist if and only if the transaction commits. */
export async function enqueueAll(tx: Tx, jobs: readonly Pick<NewJob, 'kind' | 'payload'>[]): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map((job) => ({ id: uuidv7(), ...job }))
  await sql`
    insert into jobs (id, kind, payload, run_at) select id, kind, payload, '-infinity'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as job(id uuid, kind text, payload jsonb)`.execute(tx)
  for (const { kind } of jobs) beginAfterCommit(tx, kind)
}

/** Enqueues a job that exists if and only if the transaction commits. */
export async function enqueue(tx: Tx, { kind, payload, runAt, key }: NewJob): Promise<void> {
  await sql`
    insert into jobs (id, kind, payload, key, run_at)
    values (${uuidv7()}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${key ?? null},
      coalesce(${runAt?.toISOString() ?? null}::timestamptz, '-infinity'))
    on conflict (kind, key) where failed_at is null and key is not null
    do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0, locked_until = null`.execute(tx)
  if (runAt === undefined) beginAfterCommit(tx, kind)
}

/** Kind of the job that delivers events to their subscribers. */
export const FOLLOW = 'events.follow'
/** Kind of the jobs that deliver the changes of one record to its subscribers in order. */
export const FOLLOW_IN_ORDER = 'events.follow_in_order'
/** Maximum number of events per job. */
const EVENTS_MAX = 200

/** Returns the part that enqueues the events of a transaction for their subscribers with its last statement. */
export function eventsPart(tx: Tx, events: readonly DomainEvent[]): Parts {
  if (events.length === 0) return {}
  const jobs: { id: string; payload: { events: readonly DomainEvent[] } }[] = []
  for (let from = 0; from < events.length; from += EVENTS_MAX)
    jobs.push({ id: uuidv7(), payload: { events: events.slice(from, from + EVENTS_MAX) } })
  beginAfterCommit(tx, FOLLOW)
  return {
    events: sql`
      insert into jobs (id, kind, payload, run_at) select job.id, ${FOLLOW}, job.payload, '-infinity'
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job(id uuid, payload jsonb)`,
  }
}

/**
 * SQL for the snapshot of a record at the commit, by its id, for subscribers that receive its changes in order. A record
 * without subscribers has null.
 */
export type SnapshotsAtCommit = Readonly<Record<FollowedInOrder, (id: RawBuilder<string>) => RawBuilder<unknown>>>

const snapshotsOf = new WeakMap<Db, SnapshotsAtCommit>()

/** Delivers changes of these records in order, each with the snapshot of its record. */
export function followInOrder(db: Db, snapshots: SnapshotsAtCommit): void {
  snapshotsOf.set(db, snapshots)
}

/** Payload of the job of one record. */
export interface RecordFollowed {
  type: FollowedInOrder
  id: string
  /** All changes of the record by one transaction, in order. */
  changes: Pick<ChangedRecord, 'action' | 'changes'>[]
  kept: unknown
}

/**
 * Returns the part that enqueues the changes of a transaction in the lane of each record with its last statement. The
 * records are already locked.
 */
export function changesPart(db: Db, tx: Tx, all: readonly ChangedRecord[]): Parts {
  const snapshots = snapshotsOf.get(db)
  if (!snapshots || all.length === 0) return {}
  const ids = [...new Set(all.map(({ id }) => id))].sort()
  const jobs = ids.map((id) => {
    const own = all.filter((change) => change.id === id)
    const changes = own.map(({ action, changes: fields }) => ({ action, changes: fields }))
    return { id: uuidv7(), lane: id, payload: { type: own[0]?.type, id, changes } }
  })
  const lane = sql<string>`new.lane`
  beginAfterCommit(tx, FOLLOW_IN_ORDER)
  return {
    changes: sql`
      insert into jobs (id, kind, payload, lane, place)
      select new.id, ${FOLLOW_IN_ORDER}, new.payload || jsonb_build_object('kept', record.kept), new.lane,
        nextval('job_places')
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as new(id uuid, lane uuid, payload jsonb),
        lateral (select case new.payload->>'type' when 'reservations' then ${snapshots.reservations(lane)}
          else ${snapshots.journeys(lane)} end as kept) as record
      where record.kept is not null`,
  }
}
