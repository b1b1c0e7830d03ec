import { sentence } from '../../../contract/core/sentence'
import { sql } from 'kysely'
import { station } from '../../../contract/entities/station'
import type { StoreOptions, Write } from '../../crud/store-options'
import type { Tx } from '../../db/transaction'
import { invalidAt } from '../../http/refusal'
import { fareBlocker } from './price-blockers'

export const stationsStore: StoreOptions = {
  entity: station,
  table: 'stations',
  label: (row) => String(row['code']),
  blockedBy: [
    { resource: 'stations', table: 'stations', column: 'parent_station_id', label: 'code' },
    {
      resource: 'routes',
      table: 'route_stops join routes on routes.id = route_stops.route_id',
      id: 'routes.id',
      column: 'station_id',
      label: 'routes.code',
    },
    {
      resource: 'journeys',
      table: 'journey_calls join journeys on journeys.id = journey_calls.journey_id',
      id: 'journeys.id',
      column: 'station_id',
      label: 'journeys.code',
    },
    fareBlocker('origin_station_id'),
    fareBlocker('destination_station_id'),
    { resource: 'vehicles', table: 'vehicles', column: 'home_station_id', label: 'fleet_code' },
    { resource: 'users', table: 'users', column: 'station_scope', list: true, label: 'username' },
  ],
  usedBy: [
    {
      resource: 'routes',
      table: 'route_stops s join routes on routes.id = s.route_id and routes.pattern_version = s.pattern_version',
      id: 'routes.id',
      column: 's.station_id',
      label: 'routes.code',
      where: "routes.status = 'active'",
    },
    {
      resource: 'journeys',
      table: 'journey_calls c join journeys on journeys.id = c.journey_id',
      id: 'journeys.id',
      column: 'c.station_id',
      label: 'journeys.code',
      where: "journeys.service_status not in ('completed', 'cancelled')",
    },
  ],
  beforeWrite: async (tx, { current, next }) => {
    const parentId = next['parent_station_id'] as string | null
    if (parentId === null) return {}
    await refuseDeepParent(tx, current?.id ?? null, parentId)
    const parent = await tx.selectFrom('stations').select('timezone').where('id', '=', parentId).executeTakeFirst()
    if (!parent) return {}
    if (current !== null && current['timezone'] !== parent.timezone && (await hasJourneys(tx, current.id)))
      throw invalidAt(
        'parent_station_id',
        sentence`Choose a station of the same time zone: journeys that are not over call at this one.`,
      )
    return { timezone: parent.timezone }
  },
  settled: { timezone: (tx, { id }) => hasJourneys(tx, id) },
  afterWrite: passTimezoneOn,
}

/** Returns whether an unfinished journey calls at a station or its platforms: its times were computed in their time zone. */
async function hasJourneys(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from journey_calls c join journeys j on j.id = c.journey_id
    where c.station_id in (select s.id from stations s where ${id} in (s.id, s.parent_station_id))
      and j.service_status not in ('completed', 'cancelled') limit 1`.execute(tx)
  return rows.length > 0
}

/** Stations nest one level deep: a parent has no parent, and a station with platforms does not become one. */
async function refuseDeepParent(tx: Tx, id: string | null, parentId: string): Promise<void> {
  const parent = await tx
    .selectFrom('stations')
    .select(['id', 'parent_station_id'])
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (parentId === id || parent?.parent_station_id)
    throw invalidAt('parent_station_id', sentence`Choose a station that is not part of another one, and not this one.`)
  if (id === null) return
  const child = await tx
    .selectFrom('stations')
    .select('id')
    .where('parent_station_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (child)
    throw invalidAt(
      'parent_station_id',
      sentence`This station has platforms of its own, so it cannot be part of another one.`,
    )
}

/** Platforms have the time zone of their station (GTFS). */
async function passTimezoneOn(tx: Tx, id: string, { current, next }: Write): Promise<void> {
  if (current === null || current['timezone'] === next['timezone']) return
  await tx
    .updateTable('stations')
    .set({ timezone: next['timezone'] as string })
    .where('parent_station_id', '=', id)
    .execute()
}
