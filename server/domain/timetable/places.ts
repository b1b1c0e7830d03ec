/** A place on the earth in degrees; null where it is unknown. */
export interface Position {
  latitude: number | null
  longitude: number | null
}

/** Mean radius of the earth in metres. */
const EARTH_M = 6_371_009
const METRES_PER_DEGREE = (EARTH_M * Math.PI) / 180

/** Returns the distance in metres along the surface; null for an unknown position. */
export function metresBetween(a: Position, b: Position): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null
  const [from, to] = [radians(a.latitude), radians(b.latitude)]
  const half = Math.sin((to - from) / 2) ** 2
  const turn = Math.cos(from) * Math.cos(to) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half + turn)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns a function that finds the places within a distance in metres. */
export function nearestWithin<T extends Position>(places: readonly T[], metres: number): (of: Position) => T[] {
  const bandDegrees = metres / METRES_PER_DEGREE
  const bands = new Map<number, T[]>()
  const bandOf = (latitude: number) => Math.floor(latitude / bandDegrees)
  for (const place of places) {
    if (place.latitude === null) continue
    const band = bands.get(bandOf(place.latitude))
    if (band) band.push(place)
    else bands.set(bandOf(place.latitude), [place])
  }
  return (of) => {
    if (of.latitude === null) return []
    const band = bandOf(of.latitude)
    return [band - 1, band, band + 1]
      .flatMap((near) => bands.get(near) ?? [])
      .filter((place) => (metresBetween(of, place) ?? Infinity) <= metres)
  }
}
