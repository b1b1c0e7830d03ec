import { beforeEach } from 'vitest'
import type { Answer, Client, Json, TestApi } from './api'

/** A time before the factories' journeys, which depart at 08:30 in Nicosia on 20 May 2030 (05:30 UTC). */
const BEFORE = '2030-05-20T04:00:00Z'

export interface Booking {
  /** An administrator with a session that is valid at the current test time. */
  admin: Client
  /** Moves the clock; a new session is opened because the old one would have expired. */
  at: (now: string) => Promise<void>
  /** Books a journey; with `paid_minor` it is paid at once, in cash by default. */
  book: (journey: Json, adults: number, more?: Json) => Promise<Answer>
  /** Takes a payment, or refunds a negative amount; returns the response of the reservation. */
  pay: (reservation: Json, amount_minor: number, extra?: { as?: Client; method?: string }) => Promise<Answer>
  change: (reservation: Json, body: Json) => Promise<Answer>
  /** Performs one transition of a reservation or a journey, on any version by default. */
  step: (
    record: Json,
    verb: string,
    body?: Json,
    extra?: { as?: Client; ifMatch?: unknown; key?: string },
  ) => Promise<Answer>
  remove: (reservation: Json) => Promise<Answer>
  read: (reservation: Json) => Promise<Json>
  /** Returns the seats held and confirmed on each leg of a journey. */
  counters: (journey: Json) => Promise<unknown[][]>
}

export const adults = (count: number): Json[] => Array.from({ length: count }, () => ({ category: 'adult' }))
export const ride = (journey: Json, board_seq = 1, alight_seq = 3): Json => ({
  journey_id: journey['id'],
  board_seq,
  alight_seq,
})

/** Provides the usual steps of reservation tests; every test starts on the morning of the journeys. */
export function useBooking(api: TestApi): Booking {
  const pathOf = (record: Json) => `/reservations/${String(record['id'])}`
  const booking = {
    at: async (now) => {
      api.now = new Date(now)
      booking.admin = await api.as('admin')
    },
    book: async (journey, count, { paid_minor: paid, ...more } = {}) => {
      const made = await booking.admin.post('/reservations', {
        lead_name: 'Ana Ruiz',
        legs: [ride(journey)],
        passengers: adults(count),
        ...more,
      })
      if (paid === undefined || made.status !== 201) return made
      const answer = await booking.pay(made.body, Number(paid))
      return { ...answer, status: answer.status === 200 ? 201 : answer.status }
    },
    pay: async (reservation, amount, { as = booking.admin, method = 'cash' } = {}) => {
      const answer = await as.post(`${pathOf(reservation)}/${amount > 0 ? 'payments' : 'refunds'}`, {
        amount_minor: Math.abs(amount),
        method,
        reason: 'At the counter',
      })
      return answer.status === 201 ? { ...answer, status: 200, body: answer.body['reservation'] as Json } : answer
    },
    change: (reservation, body) => booking.admin.patch(pathOf(reservation), body, { ifMatch: '*' }),
    step: (record, verb, body = {}, { as = booking.admin, ifMatch = '*', key } = {}) =>
      as.post(`/${'route_id' in record ? 'journeys' : 'reservations'}/${String(record['id'])}/${verb}`, body, {
        ifMatch: String(ifMatch),
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
    remove: (reservation) => booking.admin.delete(pathOf(reservation), { ifMatch: '*' }),
    read: async (reservation) => (await booking.admin.get(pathOf(reservation))).body,
    counters: async (journey) => {
      const { body } = await booking.admin.get(`/journeys/${String(journey['id'])}`)
      return (body['legs'] as Json[]).map((leg) => [leg['held'], leg['confirmed']])
    },
  } as Booking
  beforeEach(() => booking.at(BEFORE))
  return booking
}
