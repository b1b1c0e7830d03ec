import type { Route } from '../../../../contract/entities/route'

export const pairKey = (originId: string, destinationId: string) => `${originId} ${destinationId}`

/** Where passengers may get on and where off, each station once, in the order of the way. */
export function fareEnds({ stops }: Pick<Route, 'stops'>): { origins: string[]; destinations: string[] } {
  const last = stops.length - 1
  const of = (list: Route['stops']) => [...new Set(list.map((stop) => stop.station_id))]
  return {
    origins: of(stops.filter((stop, index) => index < last && stop.pickup_type !== 'none')),
    destinations: of(stops.filter((stop, index) => index > 0 && stop.drop_off_type !== 'none')),
  }
}

/** Whether the route goes from one station to the other. */
export function isOnTheWay({ stops }: Pick<Route, 'stops'>, originId: string, destinationId: string): boolean {
  const ids = stops.map((stop) => stop.station_id)
  return originId !== destinationId && ids.indexOf(originId) < ids.lastIndexOf(destinationId)
}
