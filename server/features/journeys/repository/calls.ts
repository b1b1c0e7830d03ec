import { sql } from 'kysely'
import type { Row } from '../../../crud/store-options'
import type { Condition } from '../../../crud/where'
import type { Reader } from '../../../db/transaction'

/** Condition for journeys (alias `t`) that call at a station. */
export const callsAt = (stationId: string): Condition =>
  sql<boolean>`t.id in (select c.journey_id from journey_calls c where c.station_id = ${stationId})`

export async function addCallsAndLegs(reader: Reader, row: Row): Promise<void> {
  row['calls'] = await reader
    .selectFrom('journey_calls')
    .selectAll()
    .where('journey_id', '=', row.id)
    .orderBy('seq')
    .execute()
  row['legs'] = await reader
    .selectFrom('journey_legs')
    .selectAll()
    .where('journey_id', '=', row.id)
    .orderBy('leg_seq')
    .execute()
}
