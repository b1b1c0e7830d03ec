import { fare, type Fare } from '../../../contract/entities/fare'
import type { FieldIssue } from '../../../contract/core/entity'
import { sentence } from '../../../contract/core/sentence'
import type { StoreOptions, Write } from '../../crud/store-options'
import type { Tx } from '../../db/transaction'
import { invalid } from '../../http/refusal'
import { stationsOn } from './repository'

export const faresStore: StoreOptions = {
  entity: fare,
  table: 'fares',
  label: (row) => `${String(row['passenger_category'])} ${String(row['amount_minor'])} ${String(row['currency'])}`,
  beforeWrite: async (tx, write) => {
    await refuseOffRoute(tx, write)
    return {}
  },
}

/** Refuses a fare with stops that its route does not call at in this order. */
async function refuseOffRoute(tx: Tx, { next, current }: Write): Promise<void> {
  const { route_id, origin_station_id: origin, destination_station_id: destination } = next as Fare
  if (origin === null || destination === null) return
  if (current && current['origin_station_id'] === origin && current['destination_station_id'] === destination) return
  const stations = await stationsOn(tx, route_id)
  const issues: FieldIssue[] = []
  for (const [path, id] of [
    ['origin_station_id', origin],
    ['destination_station_id', destination],
  ] as const)
    if (!stations.includes(id))
      issues.push({ path, message: sentence`The route does not stop here: choose one of its stops.` })
  if (issues.length === 0 && stations.indexOf(origin) > stations.lastIndexOf(destination))
    issues.push({
      path: 'destination_station_id',
      message: sentence`The route stops here before the origin: choose a later stop.`,
    })
  if (issues.length > 0) throw invalid(issues)
}
