import { PARTNER_PAGE_MAX_ROWS } from '../../../contract/core/limits/partner-api'
import { call } from '../../providers/http/call'

export interface DepartureQuestion {
  /** Ids or codes of stations. */
  origin: string
  destination: string
  /** `YYYY-MM-DD` in the time zone of the origin. */
  date: string
  passengers: number
}

export const readDepartures = (question: DepartureQuestion) =>
  call('GET /partner/journeys', { query: { ...question, limit: PARTNER_PAGE_MAX_ROWS } })

/** Returns stations by name; with an origin, only those reachable from it. */
export const readPlaces = (query: { origin: string; q: string }, signal?: AbortSignal) =>
  call('GET /partner/journeys/places', { query, ...(signal && { signal }) })
