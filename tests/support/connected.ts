import type { Client, Json } from './api'
import { make } from './factories'

/** Larnaca to Nicosia by the coach at 08:30, then to Kyrenia by the coach of `onward`: half an hour and one fare each. */
export interface Connected {
  origin: string
  /** Station where passengers change. */
  change: string
  destination: string
  first: Json
  second: Json
}

/** Creates a route with half an hour between stations, its fare, and one journey on it. */
async function line(client: Client, stations: readonly string[], fare: number, journey: Json): Promise<Json> {
  const route = await make(client, 'routes', {
    stops: stations.map((station_id, index) => ({
      station_id,
      arrive_offset_min: 30 * index,
      depart_offset_min: 30 * index,
      pickup_type: index === stations.length - 1 ? 'none' : 'regular',
      drop_off_type: index === 0 ? 'none' : 'regular',
    })),
  })
  await make(client, 'fares', { route_id: route['id'], amount_minor: fare })
  return departure(client, route['id'], journey)
}

/** Creates another journey on an existing route. */
export async function departure(client: Client, routeId: unknown, more: Json): Promise<Json> {
  const made = await make(client, 'journeys', { route_id: routeId, ...more })
  return (await client.get(`/journeys/${String(made['id'])}`)).body
}

export async function connected(
  client: Client,
  { first = {}, second = {}, onward = '09:15:00' }: { first?: Json; second?: Json; onward?: string } = {},
): Promise<Connected> {
  const [origin = '', change = '', destination = ''] = [
    await make(client, 'stations', { name: { en: 'Larnaca' } }),
    await make(client, 'stations', { name: { en: 'Nicosia' } }),
    await make(client, 'stations', { name: { en: 'Kyrenia' } }),
  ].map((station) => String(station['id']))
  return {
    origin,
    change,
    destination,
    first: await line(client, [origin, change], 1000, first),
    second: await line(client, [change, destination], 700, { departure_time: onward, ...second }),
  }
}
