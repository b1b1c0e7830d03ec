import { Temporal } from 'temporal-polyfill'
import type { Departure, DeparturesQuery } from '../../../contract/operations/desk'
import { sentence } from '../../../contract/core/sentence'
import type { Reader } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { invalid, invalidAt } from '../../http/refusal'
import { describeRides } from './describe'
import { readRides, stationsAt } from './repository'

/** Returns the departures of a day between two stations for a seller at the desk. @throws Refusal validation */
export async function findDepartures(reader: Reader, query: DeparturesQuery, context: Context): Promise<Departure[]> {
  const rides = await readRides(reader, await resolveSearch(reader, query))
  if (rides.length === 0) return []
  return (await describeRides(reader, query, rides, context)).departures
}

/** Origin and destination stations, and the day in the time zone of the origin as instants; `before` is exclusive. */
export interface ResolvedSearch {
  from: string[]
  to: string[]
  after: string
  before: string
}

/** @throws Refusal validation if a station does not exist, or both are the same */
export async function resolveSearch(reader: Reader, query: DeparturesQuery): Promise<ResolvedSearch> {
  const [origin, destination] = [await stationsAt(reader, query.origin), await stationsAt(reader, query.destination)]
  refuseUnknown({ origin: origin.ids, destination: destination.ids })
  if (destination.ids.some((id) => origin.ids.includes(id)))
    throw invalidAt('destination', sentence`Choose a destination that differs from the origin.`)
  const day = Temporal.PlainDate.from(query.date)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(origin.timezone).toInstant().toString()
  return { from: origin.ids, to: destination.ids, after: startOf(day), before: startOf(day.add({ days: 1 })) }
}

function refuseUnknown(stations: Record<string, readonly string[]>): void {
  const issues = Object.entries(stations)
    .filter(([, ids]) => ids.length === 0)
    .map(([path]) => ({ path, message: sentence`This station does not exist. Choose one from the list.` }))
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
}
