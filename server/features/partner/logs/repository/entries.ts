import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { PARTNER_LOG_DAY_MAX_BYTES } from '../../../../../contract/core/limits/partner-api'
import { SWEEP_SLICE_ROWS } from '../../../../../contract/core/limits/retention'
import type { ApiLogDetail, ApiLogEntry, LogFilter } from '../../../../../contract/partner/logs'
import { contains } from '../../../../crud/where'
import type { Db } from '../../../../db/database'
import { storable } from '../../../../db/storable'
import { inTransaction, type Reader } from '../../../../db/transaction'
import type { Cursor } from '../../../../crud/cursor'
import { openDays } from './call-days'

export { isRefusedValue } from '../../../../db/storable'

/** A call to log. */
export type NewEntry = Omit<ApiLogDetail, 'credential'> & {
  partner_id: string
  credential_id: string | null
}

/** Writes calls up to the size limit of their day, and counts the others. Calls of a deleted partner are dropped. */
export async function writeEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  const measured = entries.map((entry) => ({ ...entry, bytes: Buffer.byteLength(JSON.stringify(entry)) }))
  await inTransaction(db, async (tx) => {
    await openDays(tx, entries)
    await sql`
      with calls as (
        select e.*, (e.at at time zone 'UTC')::date as day
        from jsonb_to_recordset(${JSON.stringify(storable(measured))}::jsonb) as e (
          id uuid, at timestamptz, partner_id uuid, credential_id uuid, environment text, direction text, method text,
          path text, query text, status int, problem_code text, duration_ms int, ip text, user_agent text,
          request_id text, idempotency_key text, trip_reference text, partner_reference text, request_headers jsonb,
          request_body text, response_headers jsonb, response_body text, bytes int)
      ), wanted as (
        select partner_id, day, sum(bytes) as bytes, count(*)::int as calls from calls group by partner_id, day
      ), days as (
        select d.partner_id, d.day, w.bytes, w.calls,
          d.recorded_bytes + w.bytes <= ${PARTNER_LOG_DAY_MAX_BYTES} as has_room
        from partner_call_days d join wanted w on w.partner_id = d.partner_id and w.day = d.day
        order by d.partner_id, d.day for update of d
      ), counted as (
        update partner_call_days d
        set recorded_bytes = d.recorded_bytes + case when days.has_room then days.bytes else 0 end,
          unrecorded = d.unrecorded + case when days.has_room then 0 else days.calls end
        from days where d.partner_id = days.partner_id and d.day = days.day
      )
      insert into partner_api_logs (id, at, partner_id, credential_id, environment, direction, method, path, query, status,
        problem_code, duration_ms, ip, user_agent, request_id, idempotency_key, trip_reference, partner_reference,
        request_headers, request_body, response_headers, response_body)
      select e.id, e.at, e.partner_id, c.id, e.environment, e.direction, e.method, e.path, e.query, e.status,
        e.problem_code, e.duration_ms, e.ip, e.user_agent, e.request_id, e.idempotency_key, e.trip_reference,
        e.partner_reference, e.request_headers, e.request_body, e.response_headers, e.response_body
      from calls e
      join days on days.partner_id = e.partner_id and days.day = e.day and days.has_room
      left join partner_credentials c on c.id = e.credential_id`.execute(tx)
  })
}

const ENTRY = sql`l.id, l.at, l.environment, l.direction, l.method, l.path, l.query, l.status, l.problem_code,
  l.duration_ms, l.ip, l.user_agent, l.request_id, l.idempotency_key, l.trip_reference, l.partner_reference,
  case when c.id is null then null else
    json_build_object('id', c.id, 'name', c.name, 'prefix', c.prefix, 'last4', c.last4) end as credential`
const FROM = sql`from partner_api_logs l left join partner_credentials c on c.id = l.credential_id`

/** Returns up to `limit` calls after the cursor, latest first, or the nearest ones before it. */
export async function listEntries(
  reader: Reader,
  partnerId: string,
  filter: LogFilter,
  cursor: Cursor | null,
  limit: number,
): Promise<ApiLogEntry[]> {
  const [side, at, id] = cursor ?? ['after', null, null]
  const isDown = side === 'after'
  const parts = matching(partnerId, filter)
  if (at !== null) parts.push(sql`(l.at, l.id) ${sql.raw(isDown ? '<' : '>')} (${at}::timestamptz, ${id}::uuid)`)
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const { rows } = await sql<ApiLogEntry>`
    select ${ENTRY} ${FROM} where ${sql.join(parts, sql` and `)}
    order by l.at ${direction}, l.id ${direction} limit ${limit}`.execute(reader)
  return isDown ? rows : rows.reverse()
}

/** Returns a call of the partner; undefined for another partner's. */
export async function getEntry(reader: Reader, partnerId: string, id: string): Promise<ApiLogDetail | undefined> {
  const { rows } = await sql<ApiLogDetail>`
    select ${ENTRY}, l.request_headers, l.request_body, l.response_headers, l.response_body ${FROM}
    where l.id = ${id} and l.partner_id = ${partnerId}`.execute(reader)
  return rows[0]
}

/** Deletes a batch of older calls, so that other statements do not wait. */
export const sweepEntries = (db: Db, before: Date) =>
  sql`delete from partner_api_logs where id in (
    select id from partner_api_logs where at < ${before.toISOString()} limit ${SWEEP_SLICE_ROWS})`.execute(db)

function matching(partnerId: string, filter: LogFilter): RawBuilder<SqlBool>[] {
  const { status_class, code, environment, credential_id, path, reference, request_id, q, from, to } = filter
  const parts = [sql<SqlBool>`l.partner_id = ${partnerId}`]
  if (status_class) parts.push(sql`l.status / 100 = any(${status_class.map((name) => Number(name[0]))}::int[])`)
  if (code) parts.push(sql`l.problem_code = ${code}`)
  if (environment) parts.push(sql`l.environment = ${environment}`)
  if (credential_id) parts.push(sql`l.credential_id = ${credential_id}`)
  if (path) parts.push(sql`l.path like ${contains(path)}`)
  if (reference) parts.push(sql`(l.trip_reference = ${reference} or l.partner_reference = ${reference})`)
  if (request_id) parts.push(sql`l.request_id = ${request_id}`)
  if (q) parts.push(sql`${q} in (l.trip_reference, l.partner_reference, l.request_id)`)
  if (from) parts.push(sql`l.at >= ${from}`)
  if (to) parts.push(sql`l.at < ${to}`)
  if (filter.min_duration_ms !== undefined) parts.push(sql`l.duration_ms >= ${filter.min_duration_ms}`)
  return parts
}
