import type { FareTable } from '../../../../contract/operations/fare-table'
import { api } from '../../../providers/http/api'

export interface FareChange {
  origin_station_id: string
  destination_station_id: string
  /** Minor units; null ends the fare. */
  amount_minor: number | null
}

interface Wanted {
  routeId: string
  category: string
  /** `YYYY-MM-DD`. */
  on: string
}

const pathOf = (routeId: string) => `/routes/${encodeURIComponent(routeId)}/fares/`

export const readFareTable = ({ routeId, category, on }: Wanted) =>
  api<FareTable>(`${pathOf(routeId)}?${new URLSearchParams({ category, on }).toString()}`)

export const saveFareTable = ({ routeId, category, on }: Wanted, currency: string, cells: readonly FareChange[]) =>
  api<FareTable>(pathOf(routeId), {
    method: 'PUT',
    body: JSON.stringify({ category, currency, from: on, cells }),
  })
