import type { MovingJourney } from '../../../contract/operations/network-map'
import type { WorldPoint } from './projection'

/** Scheduled position of a journey. */
export interface Position {
  point: WorldPoint
  /** The current or previous station, and the next one; null at the last station. */
  from: string
  to: string | null
}

/**
 * Returns the position at an instant (ms), on the straight line between two calls with coordinates; null without
 * coordinates.
 */
export function positionAt(
  { calls }: Pick<MovingJourney, 'calls'>,
  places: ReadonlyMap<string, WorldPoint>,
  now: number,
): Position | null {
  const known = calls.flatMap((call) => {
    const point = places.get(call.station_id)
    return point ? [{ ...call, point }] : []
  })
  const ahead = known.findIndex(({ arrive }) => Date.parse(arrive) > now)
  const last = known[ahead === -1 ? known.length - 1 : Math.max(0, ahead - 1)]
  if (!last) return null
  const next = ahead <= 0 ? undefined : known[ahead]
  if (!next) return { point: last.point, from: last.station_id, to: null }
  const [leaves, arrives] = [Date.parse(last.depart), Date.parse(next.arrive)]
  const share = arrives <= leaves ? 0 : Math.max(0, Math.min(1, (now - leaves) / (arrives - leaves)))
  const between = (a: number, b: number) => a + (b - a) * share
  return {
    point: { x: between(last.point.x, next.point.x), y: between(last.point.y, next.point.y) },
    from: last.station_id,
    to: next.station_id,
  }
}
