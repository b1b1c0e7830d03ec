import { sql } from 'kysely'
import type { Db } from '../db/database'
import { storableText } from '../db/storable'

/** A job that is in hand until `lockedUntil`. */
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
  /** How long it stays in hand; then any process may take it. */
  leaseMs: number
  limit: number
}

/** Takes jobs that are due, each by one process; what another has in hand is passed over. */
export async function claim(db: Db, { kinds, at, leaseMs, limit }: Claim): Promise<Claimed[]> {
  const lockedUntil = new Date(at.getTime() + leaseMs).toISOString()
  const { rows } = await sql<Omit<Claimed, 'lockedUntil'>>`
    update jobs set locked_until = ${lockedUntil}, attempts = attempts + 1 where id in (
      select id from jobs
      where done_at is null and failed_at is null and run_at <= ${at.toISOString()}
        and (locked_until is null or locked_until <= ${at.toISOString()}) and kind = any(${[...kinds]}::text[])
      order by run_at, id limit ${limit} for update skip locked
    ) returning id, kind, payload, attempts as attempt`.execute(db)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => ({ ...row, lockedUntil }))
}

/** Keeps a job in hand for longer, and notes until when. */
export async function renew(db: Db, job: Claimed, { at, leaseMs }: { at: Date; leaseMs: number }): Promise<void> {
  const lockedUntil = new Date(at.getTime() + leaseMs).toISOString()
  const { rows } = await sql`
    update jobs set locked_until = ${lockedUntil} where id = ${job.id} and locked_until = ${job.lockedUntil}
    returning id`.execute(db)
  if (rows.length > 0) job.lockedUntil = lockedUntil
}

/** Ends a job, unless a later wish has taken its place or its time in hand has run out meanwhile. */
export async function markDone(db: Db, { id, lockedUntil }: Claimed, at: Date): Promise<void> {
  await sql`
    update jobs set done_at = ${at.toISOString()}, locked_until = null, last_error = null
    where id = ${id} and locked_until = ${lockedUntil}`.execute(db)
}

/** Lets go of a job that was interrupted, as though it had not been begun. */
export async function handBack(db: Db, { id, lockedUntil }: Claimed): Promise<void> {
  await sql`
    update jobs set locked_until = null, attempts = attempts - 1
    where id = ${id} and locked_until = ${lockedUntil}`.execute(db)
}

/** @param next when it is tried again; null gives it up */
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

/** Forgets what was done before `until`; what was given up stays to be looked at. */
export async function forgetDone(db: Db, until: Date): Promise<void> {
  await sql`delete from jobs where done_at < ${until.toISOString()}`.execute(db)
}
