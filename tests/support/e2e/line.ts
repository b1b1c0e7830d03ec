import type { Json } from '../api'
import { make, unique } from '../factories'
import type { Api } from './api'

const HOUR_MS = 3_600_000
export const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
const clock = (instant: number) => new Date(instant).toISOString().slice(11, 16)

/** Creates a route in UTC with departures some hours ahead, each with its own vehicle and driver if requested. */
export async function line(api: Api) {
  const stations = [
    await make(api, 'stations', { timezone: 'UTC', name: { en: unique('Port ') } }),
    await make(api, 'stations', { timezone: 'UTC', name: { en: unique('City ') } }),
  ]
  const stops = stations.map((station, index) => ({
    station_id: station['id'],
    arrive_offset_min: index * 45,
    depart_offset_min: index * 45,
    pickup_type: index === 0 ? 'regular' : 'none',
    drop_off_type: index === 0 ? 'none' : 'regular',
  }))
  const route = await make(api, 'routes', { stops })
  const type = await make(api, 'vehicle-types', { seats: 20 })
  const departure = (hours: number, more: Json = {}) => {
    const at = Date.now() + hours * HOUR_MS
    return make(api, 'journeys', {
      route_id: route['id'],
      vehicle_type_id: type['id'],
      service_date: dayOf(at),
      departure_time: `${clock(at)}:00`,
      ...more,
    })
  }
  const party = (journey: Json, name: string, seats: number, more: Json = {}) =>
    make(api, 'reservations', {
      journey_id: journey['id'],
      lead_name: name,
      legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 2 }],
      passengers: Array.from({ length: seats }, (_, index) => ({ category: 'adult', name: index === 0 ? name : null })),
      ...more,
    })
  return { route, type, departure, party }
}
