import type { Client, Json } from './api'
import { make } from './factories'

/** Makes a route that calls at the stops of another one in the opposite order. */
export async function makeOppositeRoute(client: Client, routeId: unknown): Promise<Json> {
  const stops = (await client.get(`/routes/${String(routeId)}`)).body['stops'] as Json[]
  const stations = stops.map(({ station_id }) => station_id).toReversed()
  return make(client, 'routes', { stops: stops.map((stop, index) => ({ ...stop, station_id: stations[index] })) })
}

/** Makes a journey between the stops of another one in the opposite order, by vehicles of the same type. */
export async function makeOpposite(client: Client, journey: Json, overrides: Json = {}): Promise<Json> {
  const route = await makeOppositeRoute(client, journey['route_id'])
  return make(client, 'journeys', { route_id: route['id'], vehicle_type_id: journey['vehicle_type_id'], ...overrides })
}
