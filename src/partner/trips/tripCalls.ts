import type { PartnerTrip } from '../../../contract/partner/sales'
import type { Language } from '../../../contract/core/languages'
import type { BodyOf } from '../../providers/http/call'
import { call } from '../../providers/http/call'
import { openPdf } from '../../providers/http/files'

type Version = Pick<PartnerTrip, 'id' | 'version'>

/** Every step sends the version that the user has seen. */
const of = ({ id, version }: Version) => ({ params: { id }, ifMatch: version })

export const confirmTrip = (trip: Version, price_hash: string | null) =>
  call('POST /partner/trips/:id/confirm', { ...of(trip), body: price_hash === null ? {} : { price_hash } })

export const extendTrip = (trip: Version) => call('POST /partner/trips/:id/extend', { ...of(trip), body: {} })

/** With `simulate` the trip is unchanged, and the answer shows the result. */
export const cancelTrip = (trip: Version, body: BodyOf<'POST /partner/trips/:id/cancel'>) =>
  call('POST /partner/trips/:id/cancel', { ...of(trip), body })

/** As `cancelTrip`, with the price of the change; `price_hash` accepts that price. */
export const changeTrip = (trip: Version, body: BodyOf<'POST /partner/trips/:id/change'>) =>
  call('POST /partner/trips/:id/change', { ...of(trip), body })

export const updateTrip = (trip: Version, body: BodyOf<'PATCH /partner/trips/:id'>) =>
  call('PATCH /partner/trips/:id', { ...of(trip), body })

/** Opens the tickets as a PDF in a new window. */
export const openTripTickets = ({ id }: Version, language: Language) =>
  openPdf('GET /partner/trips/:id/tickets.pdf', { params: { id }, query: { language } })
