import { idOf } from '../chance'
import type { Clock } from '../clock'
import { CURRENCY } from '../network/fares'
import { stationId } from '../network/stations'
import type { FullRow } from '../rows'

const TILLS = [
  { code: 'MLG-1', name: 'Málaga, ventanilla 1', station: 'MLG-BUS' },
  { code: 'MLG-2', name: 'Málaga, ventanilla 2', station: 'MLG-BUS' },
  { code: 'AGP-1', name: 'Aeropuerto, mostrador', station: 'AGP' },
]

/** Returns the tills of the counters, all closed. */
export function tills(clock: Clock): FullRow<'tills'>[] {
  const since = `${clock.day(-200)}T07:30:00Z`
  return TILLS.map(({ code, name, station }) => ({
    id: idOf('till', code),
    code,
    name,
    station_id: stationId(station),
    currency: CURRENCY,
    status: 'active',
    created_at: since,
    updated_at: since,
  }))
}
