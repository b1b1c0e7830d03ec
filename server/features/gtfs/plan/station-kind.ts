import type { STATION_KINDS } from '../../../../contract/core/vocabulary'

export type StationKind = (typeof STATION_KINDS)[number]
type Mode = 'air' | 'water' | 'rail' | 'road'

/** Basic GTFS route types that are neither road nor cable. */
const BASIC: Record<number, Mode> = { 1: 'rail', 2: 'rail', 4: 'water', 12: 'rail' }
/** Extended GTFS route types, divided by 100. */
const EXTENDED: Record<number, Mode> = {
  1: 'rail',
  4: 'rail',
  5: 'rail',
  6: 'rail',
  10: 'water',
  11: 'air',
  12: 'water',
}

/** Returns the kind of a station from the GTFS route types that call there; the most specific one wins. */
export function stationKind(routeTypes: Iterable<number>, isParent: boolean): StationKind {
  const modes = new Set([...routeTypes].map(modeOf))
  if (modes.has('air')) return 'airport'
  if (modes.has('water')) return 'port'
  if (modes.has('rail')) return 'rail_station'
  return isParent && modes.has('road') ? 'bus_station' : 'stop'
}

function modeOf(routeType: number): Mode {
  return (routeType < 100 ? BASIC[routeType] : EXTENDED[Math.floor(routeType / 100)]) ?? 'road'
}
