import type { Client, Json } from './api'
import { make } from './factories'

/** Creates a route that calls at the stops of another one in the opposite order. */
export async function makeOppositeRoute(client: Client, routeId: unknown): Promise<Json> {
  const stops = (await client.get(`/routes/${String(routeId)}`)).body['stops'] as Json[]
  const stations = stops.map(({ station_id }) => station_id).toReversed()
  return make(client, 'routes', { stops: stops.map((stop, index) => ({ ...stop, station_id: stations[index] })) })
}

/** Creates a journey between the stops of another one in the opposite order, with the same vehicle type. */
export async function makeOpposite(client: Client, journey: Json, overrides: Json = {}): Promise<Json> {
  const route = await makeOppositeRoute(client, journey['route_id'])
  return make(client, 'journeys', { route_id: route['id'], vehicle_type_id: journey['vehicle_type_id'], ...overrides })
}

/** Creates departures in opposite directions on 20 and 22 May; each direction costs 4000, a return 10 % less. */
export async function makeReturnTrip(client: Client): Promise<{ out: Json; back: Json }> {
  const out = await make(client, 'journeys', { capacity: 40 })
  const back = await makeOpposite(client, out, { service_date: '2030-05-22', capacity: 40 })
  const routes = [out['route_id'], back['route_id']]
  for (const route_id of routes) await make(client, 'fares', { route_id, amount_minor: 4000 })
  await make(client, 'pricing-rules', {
    stage: 'total_adjust',
    percent_bp: -1000,
    trip_type: 'return',
    route_ids: routes,
    status: 'active',
  })
  return { out, back }
}
