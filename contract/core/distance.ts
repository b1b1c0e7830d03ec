const EARTH_RADIUS_KM = 6371

/** Coordinates in degrees; null = unknown. */
export interface Position {
  latitude: number | null
  longitude: number | null
}

/** Returns the great-circle distance, or null if a position is unknown. */
export function distanceKm(a: Position | undefined, b: Position | undefined): number | null {
  const [here, there] = [radians(a), radians(b)]
  if (!here || !there) return null
  const half =
    Math.sin((there.latitude - here.latitude) / 2) ** 2 +
    Math.cos(here.latitude) * Math.cos(there.latitude) * Math.sin((there.longitude - here.longitude) / 2) ** 2
  return EARTH_RADIUS_KM * 2 * Math.asin(Math.min(1, Math.sqrt(half)))
}

function radians(place: Position | undefined): { latitude: number; longitude: number } | null {
  if (!place || place.latitude === null || place.longitude === null) return null
  return { latitude: (place.latitude * Math.PI) / 180, longitude: (place.longitude * Math.PI) / 180 }
}
