import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { GtfsSource } from '../../../../contract/operations/timetable-report'
import type { I18nText } from '../../../../contract/core/scalars'
import type { KnownSource, KnownStop } from '../../../domain/timetable/feed-source'
import type { Reader, Tx } from '../../../db/transaction'
import { batches } from './links'

export interface Source {
  id: string
  /** Source of its import links. */
  key: string
  name: string
  isOwn: boolean
}

const OWN = { key: 'wayline:own', name: 'Own timetable' }
const BATCH_ROWS = 5_000

/** Inserts the source of the company's own records, and those of links that a server of an earlier version wrote. */
export async function completeSources(tx: Tx): Promise<void> {
  await sql`
    insert into gtfs_sources (id, key, name, is_own) select feed_id, ${OWN.key}, ${OWN.name}, true from company
    on conflict do nothing`.execute(tx)
  // Reads one entry of the index for each source, because there may be a million links.
  await sql`
    with recursive linked as (
      select min(source) as source from import_links
      union all
      select (select min(l.source) from import_links l where l.source > linked.source) from linked
      where linked.source is not null
    )
    insert into gtfs_sources (id, key, name)
    select gen_random_uuid(), source, source from linked where source is not null
    on conflict do nothing`.execute(tx)
}

/** Returns all sources, the oldest first. */
export async function readSources(reader: Reader): Promise<Source[]> {
  const rows = await reader
    .selectFrom('gtfs_sources')
    .select(['id', 'key', 'name', 'is_own as isOwn'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
}

/** Returns all sources by name. */
export async function listSources(reader: Reader): Promise<GtfsSource[]> {
  return reader
    .selectFrom('gtfs_sources')
    .select(['id', 'name', 'is_own', 'created_at'])
    .orderBy((query) => query.fn('lower', ['name']))
    .execute()
}

export async function insertSource(tx: Tx, { key, name }: Pick<Source, 'key' | 'name'>): Promise<Source> {
  const source = { id: uuidv7(), key, name }
  await tx.insertInto('gtfs_sources').values(source).execute()
  return { ...source, isOwn: false }
}

interface StopRow {
  external_id: string
  record_id: string
  fingerprint: string
  name: I18nText
  latitude: number | null
  longitude: number | null
}

/** Returns what is known of a source, with those of its routes that a feed has. */
export async function readKnownSource(
  reader: Reader,
  source: Source,
  routeIds: readonly string[],
): Promise<KnownSource> {
  return {
    ...source,
    stops: source.isOwn
      ? new Map([...(await linkedStops(reader, source.key)), ...(await ownStops(reader))])
      : await linkedStops(reader, source.key),
    routes: await linkedRoutes(reader, source.key, routeIds),
  }
}

const linkedStops = (reader: Reader, key: string) =>
  collectStops((after) =>
    sql<StopRow>`
      select l.external_id, l.record_id, l.fingerprint, s.name, s.latitude, s.longitude
      from import_links l join stations s on s.id = l.record_id
      where l.source = ${key} and l.kind = 'stations' and l.external_id > ${after}
      order by l.external_id limit ${BATCH_ROWS}`.execute(reader),
  )

const ownStops = (reader: Reader) =>
  collectStops((after) =>
    sql<StopRow>`
      select code as external_id, id as record_id, '' as fingerprint, name, latitude, longitude
      from stations where code > ${after} order by code limit ${BATCH_ROWS}`.execute(reader),
  )

async function collectStops(read: (after: string) => Promise<{ rows: StopRow[] }>): Promise<Map<string, KnownStop>> {
  const stops = new Map<string, KnownStop>()
  for (let after = ''; ;) {
    const { rows } = await read(after)
    for (const { external_id: id, record_id: recordId, name, ...row } of rows)
      stops.set(id, { ...row, recordId, names: Object.values(name) })
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return stops
    after = last.external_id
  }
}

async function linkedRoutes(
  reader: Reader,
  key: string,
  externalIds: readonly string[],
): Promise<KnownSource['routes']> {
  const routes = new Map<string, { names: string[]; places: { latitude: number; longitude: number }[] }>()
  for (const ids of batches(externalIds, BATCH_ROWS)) {
    const { rows } = await sql<{ external_id: string; name: I18nText; places: [number, number][] | null }>`
      select l.external_id, r.name, (
        select jsonb_agg(jsonb_build_array(s.latitude, s.longitude)) from stations s
        where s.latitude is not null and s.longitude is not null
          and s.id in (select station_id from route_stops where route_id = r.id)
      ) as places
      from import_links l join routes r on r.id = l.record_id
      where l.source = ${key} and l.kind = 'routes' and l.external_id = any(${ids}::text[])`.execute(reader)
    for (const { external_id: id, name, places } of rows)
      routes.set(id, {
        names: Object.values(name),
        places: (places ?? []).map(([latitude, longitude]) => ({ latitude, longitude })),
      })
  }
  return routes
}
