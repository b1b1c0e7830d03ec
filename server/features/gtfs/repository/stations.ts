import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'
import type { StationValues } from '../plan/stations'
import { batches } from './links'

export interface NewStation extends StationValues {
  id: string
  code: string
  parent_station_id: string | null
  external_refs: { scheme: string; value: string }[]
}

export type StoredStation = StationValues & { id: string; code: string; parent_station_id: string | null }

const BATCH_ROWS = 500

export async function stationCodes(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('stations').select('code').execute()
  return rows.map((row) => row.code)
}

/** Returns the stations with one of these references of the scheme, by reference. */
export async function stationsByReference(
  reader: Reader,
  scheme: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; station_id: string }>`
    select value, station_id from station_external_refs where scheme = ${scheme} and value = any(${values}::text[])`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.value, row.station_id]))
}

export async function stationsById(reader: Reader, ids: readonly string[]): Promise<Map<string, StoredStation>> {
  const { rows } = await sql<StoredStation>`
    select id, code, parent_station_id, name, kind, platform_code, latitude, longitude, timezone, zone_code, wheelchair_boarding,
      connection_min
    from stations where id = any(${ids}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the stations with these codes, by code. */
export async function stationsByCode(reader: Reader, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from stations where code = any(${codes}::text[])`.execute(reader)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** Inserts stations. Parents must precede their children. */
export async function insertStations(tx: Tx, stations: readonly NewStation[]): Promise<void> {
  for (const some of batches(stations, BATCH_ROWS))
    await tx
      .insertInto('stations')
      .values(
        some.map((station) => ({
          ...station,
          name: JSON.stringify(station.name),
          external_refs: JSON.stringify(station.external_refs),
        })),
      )
      .execute()
}

export async function updateStation(
  tx: Tx,
  id: string,
  values: StationValues & { parent_station_id: string | null },
): Promise<void> {
  await tx
    .updateTable('stations')
    .set({ ...values, name: JSON.stringify(values.name), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
