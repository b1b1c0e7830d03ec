import { newKey } from '../../../providers/http/newKey'
import type { Departure, HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import type { Quote, QuoteRequest } from '../../../../contract/operations/quote'
import { api, postJson } from '../../../providers/http/api'
import { statusOf } from '../../../providers/http/problem'
import type { Counts, Way } from './deskTypes'

export interface DeparturesAsked extends Way {
  counts: Counts
  customerId: string | null
  isReturn: boolean
}

/** The start of the key that departures are kept under: changes of any journey concern them. */
export const DEPARTURES = ['journeys', 'getList', 'departures']

export function readDepartures(
  { origin, destination, date, counts, customerId, isReturn }: DeparturesAsked,
  signal: AbortSignal,
) {
  const query = new URLSearchParams({ origin: origin ?? '', destination: destination ?? '', date })
  for (const [category, count] of Object.entries(counts)) if (count > 0) query.set(category, String(count))
  if (customerId) query.set('customer_id', customerId)
  if (isReturn) query.set('is_return', 'true')
  return api<Departure[]>(`/departures/?${query}`, { signal })
}

type Payload = Record<string, unknown>

/** Makes a reservation once, however often the same key comes. */
export const makeReservation = (body: ReservationCreate, key: string) =>
  postJson<Reservation>('/reservations/', body, { 'Idempotency-Key': key })

/** Sends the same wish under the same key until an answer says what became of it. */
export async function sendOnce<W, T>(
  wish: W,
  keys: Map<string, string>,
  send: (wish: W, key: string) => Promise<T>,
): Promise<T> {
  const text = JSON.stringify(wish)
  const key = keys.get(text) ?? newKey()
  keys.set(text, key)
  try {
    const made = await send(wish, key)
    keys.delete(text)
    return made
  } catch (error) {
    if (statusOf(error) !== 0) keys.delete(text)
    throw error
  }
}

/** One step in the life of a reservation, from the version that is on the screen. */
export function stepReservation<T = Reservation>(
  { id, version }: Pick<Reservation, 'id' | 'version'>,
  verb: string,
  body: Payload = {},
  { keepalive = false } = {},
): Promise<T> {
  const headers = { 'If-Match': `"${version}"`, 'Idempotency-Key': newKey() }
  const path = `/reservations/${encodeURIComponent(id)}/${verb}/`
  return api<T>(path, { method: 'POST', body: JSON.stringify(body), headers, keepalive })
}

/** What a step would do, of the reservation as it is by now: nothing is written, so no version is asked for. */
export const tryStep = (id: string, verb: string, body: Payload): Promise<Reservation> =>
  postJson(`/reservations/${encodeURIComponent(id)}/${verb}/`, { ...body, simulate: true }, { 'If-Match': '*' })

export const reviseHold = (hold: Reservation, revision: HoldRevision) => stepReservation(hold, 'revise', revision)

export const confirmBoth = (out: Reservation, back: Reservation) =>
  stepReservation<{ out: Reservation; back: Reservation }>(out, 'confirm-round-trip', {
    price_hash: out.price_hash,
    back: { id: back.id, version: back.version, price_hash: back.price_hash },
  })

export const readReservation = (id: string) => api<Reservation>(`/reservations/${encodeURIComponent(id)}/`)

export const readQuote = (request: Partial<QuoteRequest>) => postJson<Quote>('/quotes/', request)
