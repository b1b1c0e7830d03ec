import { sql } from 'kysely'
import { SWEEP_SLICE_ROWS } from '../../../../../contract/core/limits/retention'
import type { LogSummary, LogSummaryQuery } from '../../../../../contract/partner/logs'
import type { Db } from '../../../../db/database'
import type { Reader, Tx } from '../../../../db/transaction'

/** Calls of a partner on one day that the rate limit refused. */
export interface ThrottledCalls {
  partner_id: string
  /** Day in UTC, `2026-11-28`. */
  day: string
  calls: number
}

/** Inserts the missing rows for the days of some entries. */
export const openDays = (tx: Tx, entries: readonly { partner_id: string; at: string }[]) =>
  sql`
    insert into partner_call_days (partner_id, day)
    select distinct p.id, (e.at at time zone 'UTC')::date
    from jsonb_to_recordset(${JSON.stringify(entries.map(({ partner_id, at }) => ({ partner_id, at })))}::jsonb)
      as e (partner_id uuid, at timestamptz)
    join partners p on p.id = e.partner_id
    order by 1, 2
    on conflict do nothing`.execute(tx)

export const addThrottled = (db: Db, counts: readonly ThrottledCalls[]) =>
  sql`
    insert into partner_call_days as d (partner_id, day, throttled)
    select p.id, e.day, e.calls
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as e (partner_id uuid, day date, calls int)
    join partners p on p.id = e.partner_id
    order by p.id, e.day
    on conflict (partner_id, day) do update set throttled = d.throttled + excluded.throttled`.execute(db)

/** Returns the numbers of calls that were counted but not logged, on the UTC days of a period. */
export async function countUnrecorded(
  reader: Reader,
  partnerId: string,
  { from, to }: Pick<LogSummaryQuery, 'from' | 'to'>,
): Promise<Pick<LogSummary, 'throttled' | 'unrecorded'>> {
  const { rows } = await sql<Pick<LogSummary, 'throttled' | 'unrecorded'>>`
    select coalesce(sum(throttled), 0)::int as throttled, coalesce(sum(unrecorded), 0)::int as unrecorded
    from partner_call_days
    where partner_id = ${partnerId} and day >= (${from}::timestamptz at time zone 'UTC')::date
      and day <= (${to}::timestamptz at time zone 'UTC')::date`.execute(reader)
  return rows[0] ?? { throttled: 0, unrecorded: 0 }
}

/** Deletes a batch of the counts of earlier days. */
export const sweepDays = (db: Db, before: Date) =>
  sql`delete from partner_call_days where (partner_id, day) in (
    select partner_id, day from partner_call_days where day < ${before.toISOString().slice(0, 10)}::date
    limit ${SWEEP_SLICE_ROWS})`.execute(db)
