import type { PartnerTrip } from '../../../contract/partner/sales'
import type { Language } from '../../../contract/core/languages'
import type { BodyOf } from '../../providers/http/call'
import { call } from '../../providers/http/call'
import { openPdf } from '../../providers/http/files'

type Version = Pick<PartnerTrip, 'id' | 'version'>

/** Every step names the version that it was decided on. */
const of = ({ id, version }: Version) => ({ params: { id }, ifMatch: version })

export const confirmTrip = (trip: Version, price_hash: string | null) =>
  call('POST /partner/trips/:id/confirm', { ...of(trip), body: price_hash === null ? {} : { price_hash } })

export const extendTrip = (trip: Version) => call('POST /partner/trips/:id/extend', { ...of(trip), body: {} })

/** With `simulate` the trip stays as it is, and the answer is what it would be. */
export const cancelTrip = (trip: Version, body: BodyOf<'POST /partner/trips/:id/cancel'>) =>
  call('POST /partner/trips/:id/cancel', { ...of(trip), body })

/** As above, with what the change costs; its `price_hash` agrees to that price. */
export const changeTrip = (trip: Version, body: BodyOf<'POST /partner/trips/:id/change'>) =>
  call('POST /partner/trips/:id/change', { ...of(trip), body })

export const updateTrip = (trip: Version, body: BodyOf<'PATCH /partner/trips/:id'>) =>
  call('PATCH /partner/trips/:id', { ...of(trip), body })

/** Opens the tickets as a PDF in a window of its own. */
export const openTripTickets = ({ id }: Version, language: Language) =>
  openPdf('GET /partner/trips/:id/tickets.pdf', { params: { id }, query: { language } })
