import { expect } from '@playwright/test'
import type { Json } from '../api'
import { make } from '../factories'
import { publicFeedFrom } from '../feed/public-feeds'
import type { Api } from './api'
import { POLL_TIMEOUT_MS } from '../timeouts'

const DAY_MS = 86_400_000

/** Returns the day `days` days from now, as `YYYY-MM-DD`. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export interface RealLine {
  day: string
  origin: Json
  destination: Json
  route: Json
  /** The day's departures on this route, the earliest first. */
  journeys: Json[]
}

/** Imports the trains of North Macedonia for the coming days, with a fare of 5.00 on each route. */
export async function realTimetable(api: Api, baseURL: string, from: string, to: string): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ from, to })) form.set(name, value)
  const feed = await publicFeedFrom('north-macedonia', from)
  form.set('file', new Blob([new Uint8Array(feed)]), 'north-macedonia.zip')
  const headers = { authorization: `Bearer ${api.session.tokens.access}` }
  const started = await fetch(`${baseURL}/api/gtfs/imports/`, { method: 'POST', headers, body: form })
  const { id } = (await started.json()) as { id: string }
  const status = async () => (await api.get(`/gtfs/imports/${id}/`)).body['status']
  await expect.poll(status, { timeout: POLL_TIMEOUT_MS }).toBe('succeeded')
  const { rows: routes } = await api.list('routes', { filter: { q: 'Skopje' } })
  for (const route of routes) await make(api, 'fares', { route_id: route['id'], amount_minor: 500 })
}

/** Returns the line between two towns on a day. @param ends English names of the first and the last stop */
export async function realLine(api: Api, day: string, ends: readonly [string, string]): Promise<RealLine> {
  const [origin, destination] = await Promise.all(ends.map((name) => stationCalled(api, name)))
  if (!origin || !destination) throw new Error(`The timetable has no ${ends.join(' or ')}.`)
  const filter = { service_date: day, origin_station_id: origin['id'], destination_station_id: destination['id'] }
  const { rows: journeys } = await api.list('journeys', { filter, sort: ['departs_at', 'ASC'] })
  const route = (await api.get(`/routes/${String(journeys[0]?.['route_id'])}`)).body
  return { day, origin, destination, route, journeys }
}

async function stationCalled(api: Api, name: string): Promise<Json | undefined> {
  const { rows } = await api.list('stations', { filter: { q: name, kind: 'rail_station' } })
  return rows.find((station) => (station['name'] as { en: string }).en === name)
}
