import { sentence } from '../../../contract/core/sentence'
import { sql } from 'kysely'
import { route, type Route, type RouteStop } from '../../../contract/entities/route'
import type { StoreOptions, Write } from '../../crud/store-options'
import { same } from '../../kernel/audit'
import type { Tx } from '../../db/transaction'
import { invalid, invalidAt, wrongState } from '../../http/refusal'
import { fareBlocker } from './price-blockers'

export const routesStore: StoreOptions = {
  entity: route,
  table: 'routes',
  label: (row) => String(row['code']),
  elsewhere: {
    stops: `select coalesce(json_agg(json_build_object(
        'station_id', s.station_id, 'arrive_offset_min', s.arrive_offset_min, 'depart_offset_min', s.depart_offset_min,
        'pickup_type', s.pickup_type, 'drop_off_type', s.drop_off_type) order by s.seq), '[]')
      from route_stops s where s.route_id = t.id and s.pattern_version = t.pattern_version`,
  },
  blockedBy: [
    { resource: 'journeys', table: 'journeys', column: 'route_id', label: 'code' },
    fareBlocker('route_id'),
    { resource: 'routes', table: 'routes', column: 'reverse_route_id', label: 'code' },
    {
      resource: 'allotments',
      table: 'allotments join partners on partners.id = allotments.partner_id',
      id: 'allotments.id',
      column: 'route_id',
      label: 'partners.code',
    },
  ],
  filters: {
    station_id: (id: string) => sql<boolean>`t.id in (
      select s.route_id from route_stops s join routes r on r.id = s.route_id and r.pattern_version = s.pattern_version
      where s.station_id = ${id})`,
  },
  beforeWrite,
  afterWrite: writePattern,
}

async function beforeWrite(tx: Tx, write: Write): Promise<Record<string, unknown>> {
  const current = write.current as Route | null
  const next = write.next as Route
  if (current && next.reverse_route_id === current.id)
    throw invalidAt('reverse_route_id', sentence`A route cannot be its own return route: choose another one.`)
  if (current && current.status !== 'retired' && next.status === 'retired')
    await refuseJourneysAhead(tx, current, write.context.now())
  if (current && same(current.stops, next.stops)) return {}
  await refuseUnknownStations(tx, next.stops)
  return {
    pattern_version: current ? await versionForNewStops(tx, current) : 1,
    stop_count: next.stops.length,
    origin_station_id: next.stops[0]?.station_id ?? null,
    destination_station_id: next.stops.at(-1)?.station_id ?? null,
  }
}

/**
 * Returns a new version when journeys use the current pattern, which then stays unchanged.
 * A route may have later versions than the one it shows, because an import makes one per stop sequence.
 */
async function versionForNewStops(tx: Tx, { id, pattern_version }: Route): Promise<number> {
  const used = await tx
    .selectFrom('journeys')
    .select('id')
    .where('route_id', '=', id)
    .where('pattern_version', '=', pattern_version)
    .limit(1)
    .executeTakeFirst()
  if (!used) return pattern_version
  const { highest } = await tx
    .selectFrom('route_patterns')
    .select((query) => query.fn.max('version').as('highest'))
    .where('route_id', '=', id)
    .executeTakeFirstOrThrow()
  return highest + 1
}

async function refuseUnknownStations(tx: Tx, stops: readonly RouteStop[]): Promise<void> {
  if (stops.length === 0) return
  const ids = [...new Set(stops.map((stop) => stop.station_id))]
  const { rows } = await sql<{ id: string }>`select id from stations where id = any(${ids}::uuid[])`.execute(tx)
  const known = new Set(rows.map((row) => row.id))
  const issues = stops.flatMap((stop, index) =>
    known.has(stop.station_id.toLowerCase())
      ? []
      : [
          {
            path: `stops.${index}.station_id`,
            message: sentence`This station does not exist. Choose one from the list.`,
          },
        ],
  )
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
}

async function refuseJourneysAhead(tx: Tx, { id, code }: Route, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; code: string; count: number }>`
    select id, code, count(*) over () as count from journeys
    where route_id = ${id} and departs_at > ${now.toISOString()}
      and service_status in ('draft', 'scheduled', 'boarding')
    order by departs_at limit 5`.execute(tx)
  const first = rows[0]
  if (!first) return
  const message =
    first.count === 1
      ? sentence`1 journey is still to run on ${code}, the next is ${first.code}. Cancel or delete them first.`
      : sentence`${first.count} journeys are still to run on ${code}, the next is ${first.code}. Cancel or delete them first.`
  throw wrongState([{ path: 'status', message }], {
    blockers: [
      { resource: 'journeys', count: first.count, examples: rows.map((row) => ({ id: row.id, label: row.code })) },
    ],
  })
}

async function writePattern(tx: Tx, id: string, write: Write): Promise<void> {
  const current = write.current as Route | null
  const { stops } = write.next as Route
  if (current && same(current.stops, stops)) return
  const { pattern_version: version } = await tx
    .selectFrom('routes')
    .select('pattern_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('route_patterns')
    .values({ route_id: id, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('route_stops').where('route_id', '=', id).where('pattern_version', '=', version).execute()
  if (stops.length === 0) return
  const rows = stops.map((stop, index) => ({ ...stop, route_id: id, pattern_version: version, seq: index + 1 }))
  await tx.insertInto('route_stops').values(rows).execute()
}
