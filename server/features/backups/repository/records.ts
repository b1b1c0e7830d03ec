import { sql } from 'kysely'
import type { Backup } from '../../../../contract/operations/backups'
import { BACKUP_OVERDUE_H, BACKUPS_LISTED } from '../../../../contract/core/limits/backups'
import type { Reader, Tx } from '../../../db/transaction'

type Failure = NonNullable<Backup['failure']>
type Verdict = NonNullable<Backup['verdict']>
export type StoredBackup = Omit<Backup, 'is_there'>

export interface Made {
  file: string
  bytes: number
  rows: number
  verdict: Verdict
}

const COLUMNS = sql.raw(
  `id, state, due_at is not null as is_scheduled, started_by, created_at, started_at, finished_at, file, bytes, row_count,
   verdict, failure`,
)
/** Condition: the backup `b` has a job that is running or will run. */
const IN_HAND = sql.raw(`exists (select from jobs j where j.key = b.id::text and j.failed_at is null)`)

/** Records a backup to make. @returns false if the scheduled backup of this time was recorded before */
export async function insertBackup(
  tx: Tx,
  { id, by, at, dueAt = null }: { id: string; by: string; at: Date; dueAt?: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into backups (id, state, due_at, started_by, created_at)
    values (${id}, 'queued', ${dueAt?.toISOString() ?? null}, ${by}, ${at.toISOString()})
    on conflict (due_at) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** @returns false if it has ended already */
export async function beginBackup(tx: Tx, id: string, file: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update backups set state = 'running', file = ${file}, started_at = ${at.toISOString()}
    where id = ${id} and finished_at is null returning id`.execute(tx)
  return rows.length > 0
}

export async function noteMade(tx: Tx, id: string, { bytes, rows, verdict }: Made, at: Date): Promise<void> {
  await sql`
    update backups set state = 'succeeded', bytes = ${bytes}, row_count = ${rows}, verdict = ${verdict},
      finished_at = ${at.toISOString()} where id = ${id}`.execute(tx)
  await sql`update company set backups_missed_at = null where backups_missed_at is not null`.execute(tx)
}

export async function noteFailed(tx: Tx, id: string, failure: Failure, at: Date): Promise<void> {
  await sql`
    update backups set state = 'failed', failure = ${failure}, finished_at = ${at.toISOString()}
    where id = ${id} and finished_at is null`.execute(tx)
}

/** Deletes a backup that was stopped before it had a file. */
export async function forgetBackup(tx: Tx, id: string): Promise<void> {
  await sql`delete from backups where id = ${id} and finished_at is null`.execute(tx)
}

export async function listBackups(reader: Reader): Promise<StoredBackup[]> {
  const { rows } = await sql<StoredBackup>`
    select ${COLUMNS} from backups where removed_at is null
    order by created_at desc, id desc limit ${BACKUPS_LISTED}`.execute(reader)
  return rows
}

export async function readBackup(reader: Reader, id: string): Promise<StoredBackup | undefined> {
  const { rows } = await sql<StoredBackup>`select ${COLUMNS} from backups where id = ${id}`.execute(reader)
  return rows[0]
}

/** Locks the successful backups with files, newest first, so that one process at a time removes some. */
export async function lockGood(tx: Tx): Promise<{ id: string; file: string; finished_at: string }[]> {
  const { rows } = await sql<{ id: string; file: string; finished_at: string }>`
    select id, file, finished_at from backups where state = 'succeeded' and removed_at is null
    order by finished_at desc, id for update`.execute(tx)
  return rows
}

export async function noteRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update backups set removed_at = ${at.toISOString()} where id = ${id}`.execute(tx)
}

/** Waits for concurrent requests for a backup. @returns whether a backup is in progress */
export async function isBackingUp(tx: Tx): Promise<boolean> {
  await sql`select from company for update`.execute(tx)
  const { rows } = await sql`select from backups where finished_at is null`.execute(tx)
  return rows.length > 0
}

/** Settings of scheduled backups. */
export interface Schedule {
  backup_hour: number | null
  backups_kept: number
  backups_since: string
  timezone: string
}

export async function readSchedule(reader: Reader): Promise<Schedule> {
  const { rows } = await sql<Schedule>`select backup_hour, backups_kept, backups_since, timezone from company`.execute(
    reader,
  )
  if (!rows[0]) throw new Error('There is no company.')
  return rows[0]
}

/** Returns whether a scheduled backup was made for this time or, before the hour was changed, for the same day. */
export async function wasMade(reader: Reader, due: Date, dayMs: number): Promise<boolean> {
  const { rows } = await sql`
    select from backups where due_at > ${new Date(due.getTime() - dayMs).toISOString()}`.execute(reader)
  return rows.length > 0
}

/** Deletes stopped backups without a job. Locks other unfinished ones without a job, and returns their ids. */
export async function lockAbandoned(tx: Tx): Promise<string[]> {
  await sql`
    delete from backups b where finished_at is null and not ${IN_HAND}
      and exists (select from tasks t where t.id = b.id and t.state = 'cancelled')`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from backups b where finished_at is null and not ${IN_HAND} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Records once that a backup is long overdue. @returns whether administrators have to be notified */
export async function noteMissed(tx: Tx, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - BACKUP_OVERDUE_H * 3_600_000).toISOString()
  const { rows } = await sql`
    update company set backups_missed_at = ${at.toISOString()}
    where backup_hour is not null and backups_missed_at is null and backups_since < ${since}
      and not exists (select from backups where state = 'succeeded' and finished_at > ${since})
    returning id`.execute(tx)
  return rows.length > 0
}
