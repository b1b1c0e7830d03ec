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
  /** What the handler needs: ids rather than content, for it reads what they stand for when it runs. */
  payload: Record<string, unknown>
  /** Not before; at once unless said. */
  runAt?: Date
  /** Takes the place of the job of this kind that waits under the same key, also of one that is just being done. */
  key?: string
}

/** Leaves jobs behind, to be begun at once, that exist if and only if the transaction commits. */
export async function enqueueAll(tx: Tx, jobs: readonly Pick<NewJob, 'kind' | 'payload'>[]): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map((job) => ({ id: uuidv7(), ...job }))
  await sql`
    insert into jobs (id, kind, payload, run_at) select id, kind, payload, '-infinity'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as job(id uuid, kind text, payload jsonb)`.execute(tx)
  for (const { kind } of jobs) beginAfterCommit(tx, kind)
}

/** Leaves a job behind that exists if and only if the transaction commits. */
export async function enqueue(tx: Tx, { kind, payload, runAt, key }: NewJob): Promise<void> {
  await sql`
    insert into jobs (id, kind, payload, key, run_at)
    values (${uuidv7()}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${key ?? null},
      coalesce(${runAt?.toISOString() ?? null}::timestamptz, '-infinity'))
    on conflict (kind, key) where failed_at is null and key is not null
    do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0, locked_until = null`.execute(tx)
  if (runAt === undefined) beginAfterCommit(tx, kind)
}

/** The kind of the job that hands events to their followers. */
export const FOLLOW = 'events.follow'
/** The kind of the jobs that hand the changes of one record to whoever follows it in order. */
export const FOLLOW_IN_ORDER = 'events.follow_in_order'
/** Of one job. */
const EVENTS_MAX = 200

/** Enqueues what happened in a transaction for those who follow it, as a part of its last statement. */
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
 * What is kept of a record as it is at the commit, for whoever follows it: SQL for a document, given that for its id. A
 * record that nobody follows has null.
 */
export type KeptAtCommit = Readonly<Record<FollowedInOrder, (id: RawBuilder<string>) => RawBuilder<unknown>>>

const keptOf = new WeakMap<Db, KeptAtCommit>()

/** Has changes of these records followed in order, each with what is kept of the record. */
export function followInOrder(db: Db, kept: KeptAtCommit): void {
  keptOf.set(db, kept)
}

/** What the job of one record is given. */
export interface RecordFollowed {
  type: FollowedInOrder
  id: string
  /** All that one transaction has changed of it, one after another. */
  changes: Pick<ChangedRecord, 'action' | 'changes'>[]
  kept: unknown
}

/**
 * Enqueues what a transaction has changed of each record in the lane of the record, which is locked by now, as a part of
 * its last statement.
 */
export function changesPart(db: Db, tx: Tx, all: readonly ChangedRecord[]): Parts {
  const kept = keptOf.get(db)
  if (!kept || all.length === 0) return {}
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
        lateral (select case new.payload->>'type' when 'reservations' then ${kept.reservations(lane)}
          else ${kept.journeys(lane)} end as kept) as record
      where record.kept is not null`,
  }
}
