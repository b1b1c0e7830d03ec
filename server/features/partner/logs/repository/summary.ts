import { sql } from 'kysely'
import type { LogSummary, LogSummaryQuery } from '../../../../../contract/partner/logs'
import type { Reader } from '../../../../db/transaction'
import { countUnrecorded } from './call-days'

/** Longer periods are grouped by day. */
const HOURLY_UP_TO_MS = 2 * 86_400_000

/** Returns call counts and latencies of a partner over time. */
export async function summaryOf(
  reader: Reader,
  partnerId: string,
  { from, to, environment }: LogSummaryQuery,
): Promise<LogSummary> {
  const bucket = Date.parse(to) - Date.parse(from) <= HOURLY_UP_TO_MS ? 'hour' : 'day'
  const { rows } = await sql<LogSummary['points'][number]>`
    select date_trunc(${bucket}, l.at, 'UTC') as at, count(*)::int as calls,
      (count(*) filter (where l.status between 400 and 499))::int as refused,
      (count(*) filter (where l.status >= 500))::int as failed,
      (percentile_disc(0.5) within group (order by l.duration_ms))::int as p50_ms,
      (percentile_disc(0.95) within group (order by l.duration_ms))::int as p95_ms
    from partner_api_logs l
    where l.partner_id = ${partnerId} and l.at >= ${from} and l.at < ${to}
      ${environment ? sql`and l.environment = ${environment}` : sql``}
    group by 1 order by 1`.execute(reader)
  return { bucket, points: rows, ...(await countUnrecorded(reader, partnerId, { from, to })) }
}
