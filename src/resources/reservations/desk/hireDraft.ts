import { fromZonedInput } from '../../../providers/format/dates'
import { NO_PLACE, isPlace, placeOf, type HirePlaceDraft } from './HirePlaceBox'

export interface HireDraft {
  pickup: HirePlaceDraft
  /** Intermediate stops, in order. */
  via: HirePlaceDraft[]
  dropoff: HirePlaceDraft
  /** Wall-clock time where the hire starts, `2030-05-20T08:30`. */
  starts: string
  ends: string
  passengers: number
  luggage: number
  distanceKm: string
  vehicleTypeId: string | null
}

export const NO_HIRE: HireDraft = {
  pickup: NO_PLACE,
  via: [],
  dropoff: NO_PLACE,
  starts: '',
  ends: '',
  passengers: 1,
  luggage: 0,
  distanceKm: '',
  vehicleTypeId: null,
}

const located = (place: HirePlaceDraft) => ({ ...placeOf(place), latitude: null, longitude: null })

/** Returns the hire to quote; null while a required field is missing. */
export function hireOf(draft: HireDraft, zone: string) {
  const [starts_at, ends_at] = [fromZonedInput(draft.starts, zone), fromZonedInput(draft.ends, zone)]
  const distance = Number(draft.distanceKm.replace(',', '.'))
  if (!isPlace(draft.pickup) || !isPlace(draft.dropoff) || !starts_at || !ends_at || draft.vehicleTypeId === null)
    return null
  return {
    pickup: located(draft.pickup),
    dropoff: located(draft.dropoff),
    // Stops that are left empty are ignored.
    via: draft.via.filter(isPlace).map(located),
    starts_at,
    ends_at,
    distance_km: draft.distanceKm.trim() === '' || Number.isNaN(distance) ? null : distance,
    vehicle_type_id: draft.vehicleTypeId,
    passengers: draft.passengers,
    luggage_units: draft.luggage,
  }
}
