import { sql } from 'kysely'
import type { I18nText } from '../../../../contract/core/scalars'
import { STOP_ACCESS } from '../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../db/transaction'
import type { PatternPlan, RouteValues } from '../plan/routes'
import { batches } from './links'

export interface StoredRoute {
  id: string
  code: string
  name: I18nText
  color: string | null
  status: 'draft' | 'active' | 'retired'
  stop_count: number
}

export interface NewPattern {
  routeId: string
  version: number
  plan: PatternPlan
  /** Station ids in the order of the stops. */
  stationIds: string[]
}

/** Columns of a route that describe its current pattern. */
interface CurrentPattern {
  pattern_version: number
  stop_count: number
  origin_station_id: string | null
  destination_station_id: string | null
}

const BATCH_ROWS = 500

export async function routeCodes(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('routes').select('code').execute()
  return rows.map((row) => row.code)
}

/** Returns the ids of the routes with these codes, by code. */
export async function routesByCode(reader: Reader, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from routes where code = any(${codes}::text[])`.execute(reader)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

export async function routesById(reader: Reader, ids: readonly string[]): Promise<Map<string, StoredRoute>> {
  const { rows } = await sql<StoredRoute>`
    select id, code, name, color, status, stop_count from routes where id = any(${ids}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts routes as drafts without stops; `showPattern` activates them. */
export async function insertRoutes(
  tx: Tx,
  routes: readonly (RouteValues & { id: string; code: string })[],
): Promise<void> {
  for (const some of batches(routes, BATCH_ROWS))
    await tx
      .insertInto('routes')
      .values(
        some.map((route) => ({
          ...route,
          name: JSON.stringify(route.name),
          service_kind: 'scheduled' as const,
          status: 'draft' as const,
        })),
      )
      .execute()
}

export async function updateRoute(tx: Tx, id: string, values: RouteValues): Promise<void> {
  await tx
    .updateTable('routes')
    .set({ ...values, name: JSON.stringify(values.name), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Sets the current pattern of a route and activates it. */
export async function showPattern(tx: Tx, id: string, pattern: CurrentPattern, isNew: boolean): Promise<void> {
  await tx
    .updateTable('routes')
    .set({ ...pattern, status: 'active', ...(!isNew && { version: sql`version + 1`, updated_at: sql`now()` }) })
    .where('id', '=', id)
    .execute()
}

/** Returns the patterns by route: version and station ids in order. */
export async function patternsOf(
  reader: Reader,
  routeIds: readonly string[],
): Promise<Map<string, { version: number; stationIds: string[] }[]>> {
  const patterns = new Map<string, { version: number; stationIds: string[] }[]>()
  const { rows } = await sql<{ route_id: string; version: number; station_ids: string | null }>`
    select p.route_id, p.version, string_agg(s.station_id::text, ' ' order by s.seq) as station_ids
    from route_patterns p left join route_stops s on s.route_id = p.route_id and s.pattern_version = p.version
    where p.route_id = any(${routeIds}::uuid[]) group by p.route_id, p.version order by p.route_id, p.version`.execute(
    reader,
  )
  for (const { route_id: routeId, version, station_ids: ids } of rows)
    patterns.set(routeId, [
      ...(patterns.get(routeId) ?? []),
      { version, stationIds: ids === null ? [] : ids.split(' ') },
    ])
  return patterns
}

/** Inserts patterns; an existing version without stops gets its stops. */
export async function insertPatterns(tx: Tx, patterns: readonly NewPattern[]): Promise<void> {
  for (const some of batches(patterns, BATCH_ROWS)) {
    await tx
      .insertInto('route_patterns')
      .values(some.map(({ routeId, version }) => ({ route_id: routeId, version })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const stops of batches(some.flatMap(stopRows), BATCH_ROWS))
      await tx.insertInto('route_stops').values(stops).execute()
  }
}

const stopRows = ({ routeId, version, plan, stationIds }: NewPattern) =>
  stationIds.map((stationId, index) => ({
    route_id: routeId,
    pattern_version: version,
    seq: index + 1,
    station_id: stationId,
    arrive_offset_min: plan.offsets[index]?.arriveOffsetMin ?? 0,
    depart_offset_min: plan.offsets[index]?.departOffsetMin ?? 0,
    pickup_type: STOP_ACCESS[plan.pickups[index] ?? 0] ?? 'regular',
    drop_off_type: STOP_ACCESS[plan.dropOffs[index] ?? 0] ?? 'regular',
    is_approximate: plan.approximate[index] ?? false,
  }))
