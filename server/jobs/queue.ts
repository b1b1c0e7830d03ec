import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/database'
import { storableText } from '../db/storable'
import type { Reader, Tx } from '../db/transaction'

/** Job that a process has claimed until `lockedUntil`. */
export interface Claimed {
  id: string
  kind: string
  payload: Record<string, unknown>
  /** From 1. */
  attempt: number
  lockedUntil: string
}

interface Claim {
  kinds: readonly string[]
  at: Date
  /** Lease in milliseconds, after which any process may claim the job. */
  leaseMs: number
  limit: number
}

/**
 * Names the due jobs as `due`. Skips claimed jobs, and jobs with an older one in their lane. Materialized, because a plan
 * that ran the selection again would skip the rows that it has locked and exceed the limit.
 */
const withDue = (kinds: readonly string[], at: Date, limit: number) => sql`with due as materialized (
  select id from jobs
  where failed_at is null and run_at <= ${at.toISOString()}
    and (locked_until is null or locked_until <= ${at.toISOString()}) and kind = any(${[...kinds]}::text[])
    and (lane is null or not exists (
      select 1 from jobs older
      where older.lane = jobs.lane and older.place < jobs.place and older.failed_at is null))
  order by run_at, id limit ${limit} for update skip locked)`

/** Claims due jobs, each for one process only. */
export async function claim(db: Db, { kinds, at, leaseMs, limit }: Claim): Promise<Claimed[]> {
  const lockedUntil = new Date(at.getTime() + leaseMs).toISOString()
  const { rows } = await sql<Omit<Claimed, 'lockedUntil'>>`
    ${withDue(kinds, at, limit)}
    update jobs set locked_until = ${lockedUntil}, attempts = attempts + 1 from due where jobs.id = due.id
    returning jobs.id, kind, payload, attempts as attempt`.execute(db)
  return inOrder(rows).map((row) => ({ ...row, lockedUntil }))
}

/** Removes due jobs from the queue: they are done if the transaction commits, and unchanged if not. */
export async function take(
  tx: Tx,
  { kinds, at, limit }: Omit<Claim, 'leaseMs'>,
): Promise<Pick<Claimed, 'id' | 'kind' | 'payload'>[]> {
  const { rows } = await sql<Pick<Claimed, 'id' | 'kind' | 'payload'>>`
    ${withDue(kinds, at, limit)} delete from jobs using due where jobs.id = due.id returning jobs.id, kind, payload`.execute(
    tx,
  )
  return inOrder(rows)
}

const inOrder = <T extends { id: string }>(rows: T[]): T[] => rows.sort((a, b) => (a.id < b.id ? -1 : 1))

/** Extends the lease of a claimed job and updates its `lockedUntil`. */
export async function renew(db: Db, job: Claimed, { at, leaseMs }: { at: Date; leaseMs: number }): Promise<void> {
  const lockedUntil = new Date(at.getTime() + leaseMs).toISOString()
  const { rows } = await sql`
    update jobs set locked_until = ${lockedUntil} where id = ${job.id} and locked_until = ${job.lockedUntil}
    returning id`.execute(db)
  if (rows.length > 0) job.lockedUntil = lockedUntil
}

/**
 * Enqueues recurring jobs, each under its kind, unless they exist. A job that is due later than `latest` was put off by a
 * clock that has been set back since: it becomes due at `latest`.
 */
export async function enqueueRecurring(db: Db, kinds: readonly string[], latest: Date): Promise<void> {
  await sql`
    insert into jobs (id, kind, payload, key)
    select id, kind, '{}', kind from unnest(${kinds.map(() => uuidv7())}::uuid[], ${[...kinds]}::text[]) as recurring(id, kind)
    on conflict (kind, key) where failed_at is null and key is not null do update set run_at = ${latest.toISOString()}
      where jobs.run_at > ${latest.toISOString()}`.execute(db)
}

/** Deletes a finished job, unless a later one has replaced it or its lease has expired. @returns whether it was deleted */
export async function markDone(db: Reader, { id, lockedUntil }: Claimed): Promise<boolean> {
  const { rows } = await sql`delete from jobs where id = ${id} and locked_until = ${lockedUntil} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Schedules the next run of a job. @param error of this run, if it failed */
export async function markNext(
  db: Db,
  { id, lockedUntil }: Claimed,
  { next, error }: { next: Date; error: string | null },
): Promise<void> {
  await sql`
    update jobs set run_at = ${next.toISOString()}, attempts = 0, locked_until = null,
      last_error = ${error === null ? null : storableText(error)}
    where id = ${id} and locked_until = ${lockedUntil}`.execute(db)
}

/** Releases a job that was interrupted, as if it had not been started. */
export async function releaseInterrupted(db: Db, { id, lockedUntil }: Claimed): Promise<void> {
  await sql`
    update jobs set locked_until = null, attempts = attempts - 1
    where id = ${id} and locked_until = ${lockedUntil}`.execute(db)
}

/** Releases a job with an outcome that could not be recorded. The attempt counts, as if the lease had expired. */
export async function release(db: Db, { id, lockedUntil }: Claimed): Promise<void> {
  await sql`update jobs set locked_until = null where id = ${id} and locked_until = ${lockedUntil}`.execute(db)
}

/**
 * Releases the jobs that the previous process had claimed, on a database that only one process opens at a time.
 * A job on a later attempt keeps its lease, since it may be what ends the process.
 */
export async function releaseFirstAttempts(db: Db): Promise<void> {
  await sql`update jobs set locked_until = null where locked_until is not null and attempts <= 1`.execute(db)
}

/** Records a failed attempt. @param next time of the next attempt; null gives the job up */
export async function markFailed(
  db: Db,
  { id, lockedUntil }: Claimed,
  { error, at, next }: { error: string; at: Date; next: Date | null },
): Promise<void> {
  await sql`
    update jobs set last_error = ${storableText(error)}, locked_until = null,
      run_at = coalesce(${next?.toISOString() ?? null}::timestamptz, run_at),
      failed_at = ${next === null ? at.toISOString() : null}
    where id = ${id} and locked_until = ${lockedUntil}`.execute(db)
}
