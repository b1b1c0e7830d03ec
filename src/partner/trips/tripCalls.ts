import type { PartnerTrip } from '../../../contract/partner/sales'
import type { ChangedTrip, PartnerTripDetail, TripEvent, TripUpdateBody } from '../../../contract/partner/trips'
import type { Language } from '../../../contract/core/vocabulary'
import { api, postJson } from '../../providers/http/api'
import { openPdf } from '../../providers/http/files'

type Version = Pick<PartnerTrip, 'id' | 'version'>

const pathOf = (id: string) => `/partner/trips/${encodeURIComponent(id)}/`
/** Every step names the version that it was decided on. */
const at = ({ version }: Version) => ({ 'If-Match': `"${version}"` })

export const readTrip = (id: string) => api<PartnerTripDetail>(pathOf(id))
export const readTripEvents = (id: string) => api<TripEvent[]>(`${pathOf(id)}events/`)

export const confirmTrip = (trip: Version, price_hash: string | null) =>
  postJson<PartnerTripDetail>(`${pathOf(trip.id)}confirm/`, price_hash === null ? {} : { price_hash }, at(trip))

export const extendTrip = (trip: Version) => postJson<PartnerTripDetail>(`${pathOf(trip.id)}extend/`, {}, at(trip))

/** With `simulate` the trip stays as it is, and the answer is what it would be. */
export const cancelTrip = (trip: Version, wish: { reason?: string; simulate: boolean }) =>
  postJson<PartnerTripDetail>(`${pathOf(trip.id)}cancel/`, wish, at(trip))

/** As above, with what the change costs; its `price_hash` agrees to that price. */
export const changeTrip = (
  trip: Version,
  wish: {
    legs: { journey_id: string; board_seq: number; alight_seq: number }[]
    simulate: boolean
    price_hash?: string
  },
) => postJson<ChangedTrip>(`${pathOf(trip.id)}change/`, wish, at(trip))

export const updateTrip = (trip: Version, body: TripUpdateBody) =>
  api<PartnerTripDetail>(pathOf(trip.id), { method: 'PATCH', body: JSON.stringify(body), headers: at(trip) })

/** Opens the tickets as a PDF in a window of its own. */
export const openTripTickets = ({ id }: Version, language: Language) =>
  openPdf(`${pathOf(id)}tickets.pdf/?language=${language}`)
