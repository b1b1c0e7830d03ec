import { sql, type Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { RouteStop } from '../../../../contract/entities/route'
import type { Season } from '../../../../contract/entities/season'
import type { Database } from '../../../db/tables'
import type { Tx } from '../../../db/transaction'
import { plannedCalls } from '../../../domain/journeys/calls'

/** Reads and locks a route, so that its stops cannot change. */
export const lockRoute = (tx: Tx, id: string) =>
  tx
    .selectFrom('routes')
    .select(['id', 'code', 'status', 'pattern_version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Returns those of the given codes that journeys already have. */
export async function knownCodes(tx: Tx, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from journeys where code = any(${codes}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.code))
}

export async function findSeason(tx: Tx, id: string): Promise<Season | undefined> {
  const { rows } = await sql<Season>`
    select date_ranges, excluded_dates, weekdays from seasons where id = ${id}`.execute(tx)
  return rows[0]
}

export interface PlacedStop extends RouteStop {
  timezone: string
  platform_code: string | null
  /** True for times that were interpolated when the timetable was imported. */
  is_approximate: boolean
}

/** Returns the stops of a route in one version of its pattern. */
export async function stopsOf(tx: Tx, routeId: string, patternVersion: number): Promise<PlacedStop[]> {
  const { rows } = await sql<PlacedStop>`
    select r.station_id, r.arrive_offset_min, r.depart_offset_min, r.pickup_type, r.drop_off_type,
      r.is_approximate, s.timezone, s.platform_code
    from route_stops r join stations s on s.id = r.station_id
    where r.route_id = ${routeId} and r.pattern_version = ${patternVersion} order by r.seq`.execute(tx)
  return rows
}

interface NewCalls {
  stops: readonly PlacedStop[]
  departsAt: string
  capacity: number
  overbooking: number
}

/** Writes the calls and the empty legs of a new journey. */
async function insertCalls(tx: Tx, id: string, { stops, departsAt, capacity, overbooking }: NewCalls): Promise<void> {
  const calls = plannedCalls(stops, departsAt).map((call, index) => ({
    ...call,
    journey_id: id,
    platform: stops[index]?.platform_code ?? null,
    is_approximate: stops[index]?.is_approximate ?? false,
  }))
  await tx.insertInto('journey_calls').values(calls).execute()
  const legs = calls
    .slice(0, -1)
    .map(({ seq }) => ({ journey_id: id, leg_seq: seq, capacity, overbooking_allowance: overbooking }))
  await tx.insertInto('journey_legs').values(legs).execute()
}

/** Writes the calls and the empty legs of a journey that has just been stored. */
export async function writeCalls(tx: Tx, id: string): Promise<void> {
  const journey = await tx
    .selectFrom('journeys')
    .select(['route_id', 'pattern_version', 'departs_at', 'capacity', 'overbooking_allowance'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stops = await stopsOf(tx, journey.route_id, journey.pattern_version)
  const { departs_at: departsAt, capacity, overbooking_allowance: overbooking } = journey
  await insertCalls(tx, id, { stops, departsAt, capacity, overbooking })
}

type NewJourney = Omit<Insertable<Database['journeys']>, 'id' | 'call_count'> & { departs_at: string; capacity: number }

/** Inserts a journey with its calls and legs. @returns its id */
export async function insertJourney(tx: Tx, journey: NewJourney, stops: readonly PlacedStop[]): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('journeys')
    .values({ ...journey, id, call_count: stops.length })
    .execute()
  await insertCalls(tx, id, { stops, departsAt: journey.departs_at, capacity: journey.capacity, overbooking: 0 })
  return id
}

export const findByCode = (tx: Tx, code: string) =>
  tx.selectFrom('journeys').select('id').where('code', '=', code).executeTakeFirst()
