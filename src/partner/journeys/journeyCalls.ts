import type { PartnerDeparture, PartnerJourney, PartnerQuote } from '../../../contract/partner/journeys'
import type { PartnerPlace } from '../../../contract/partner/places'
import type { PartnerTripDetail, TripCreateBody } from '../../../contract/partner/trips'
import { PARTNER_PAGE_MAX_ROWS } from '../../../contract/core/limits'
import { api, postJson } from '../../providers/http/api'
import type { Page } from '../sections/partnerCalls'

const pathOf = (id: string) => `/partner/journeys/${encodeURIComponent(id)}/`

export interface DepartureQuestion {
  /** Ids or codes of stations. */
  origin: string
  destination: string
  /** `YYYY-MM-DD` on the origin's clock. */
  date: string
  passengers: number
}

export function readDepartures(question: DepartureQuestion): Promise<Page<PartnerDeparture>> {
  const query = new URLSearchParams(
    Object.entries({ ...question, limit: PARTNER_PAGE_MAX_ROWS }).map(([name, value]) => [name, String(value)]),
  )
  return api<Page<PartnerDeparture>>(`/partner/journeys/?${query.toString()}`)
}

/** Stations by name; with an origin those that it leads to. */
export function readPlaces({ origin, q }: { origin: string; q: string }): Promise<PartnerPlace[]> {
  const query = new URLSearchParams(Object.entries({ origin, q }).filter(([, value]) => value !== ''))
  return api<PartnerPlace[]>(`/partner/journeys/places/?${query.toString()}`)
}

export const readJourney = (id: string) => api<PartnerJourney>(pathOf(id))

interface QuoteWish {
  board_seq: number
  alight_seq: number
  passengers: Record<string, number>
  addons: { addon_id: string; quantity: number }[]
  promo_code: string | null
}
export const askPrice = (journeyId: string, { ...wish }: QuoteWish) =>
  postJson<PartnerQuote>(`${pathOf(journeyId)}quote/`, wish)

/** Holds the seats at the price of a quote. */
export const holdTrip = ({ ...body }: Partial<TripCreateBody>) => postJson<PartnerTripDetail>('/partner/trips/', body)
