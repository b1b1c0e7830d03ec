import type { Address, Operations } from '../../../../contract/all-operations'
import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { call, type Answer, type BodyOf, newKey } from '../../../providers/http/call'
import { listKey } from '../../../providers/data/queryKeys'
import { statusOf } from '../../../providers/http/problem'
import type { Counts, Way } from './deskTypes'

export interface DeparturesAsked extends Way {
  counts: Counts
  customerId: string | null
  isReturn: boolean
}

/** The start of the key that departures are kept under: changes of any journey concern them. */
export const DEPARTURES = [...listKey('journeys'), 'departures']

function queryOf({ origin, destination, date, counts, customerId, isReturn }: DeparturesAsked) {
  const party = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const query = { origin: origin ?? '', destination: destination ?? '', date, ...party, customer_id: customerId ?? '' }
  return { ...query, ...(isReturn && { is_return: 'true' }) }
}

export const readDepartures = (asked: DeparturesAsked, signal: AbortSignal) =>
  call('GET /departures', { query: queryOf(asked), signal })

export const readConnections = (asked: DeparturesAsked, signal: AbortSignal) =>
  call('GET /connections', { query: queryOf(asked), signal })

/** Makes a reservation once, however often the same key comes. */
export const makeReservation = (body: ReservationCreate, key: string) => call('POST /reservations', { body, once: key })

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

/** A step in the life of a reservation, by the end of its address. */
export type StepVerb = {
  [A in Address]: A extends `POST /reservations/:id/${infer V}`
    ? Operations[A] extends { ifMatch: true }
      ? V
      : never
    : never
}[Address]
type Stepped<V extends StepVerb> = Promise<Answer<`POST /reservations/:id/${V}`>>
type Body<V extends StepVerb> = BodyOf<`POST /reservations/:id/${V}`>

/** One step in the life of a reservation, from the version that is on the screen. */
export function stepReservation<V extends StepVerb>(
  reservation: Pick<Reservation, 'id' | 'version'>,
  verb: V,
  body: Body<V>,
  sending?: { keepalive: boolean },
): Stepped<V>
export function stepReservation(
  { id, version }: Pick<Reservation, 'id' | 'version'>,
  verb: StepVerb,
  body: Body<StepVerb>,
  sending = { keepalive: false },
): Promise<unknown> {
  return call(`POST /reservations/:id/${verb}`, {
    params: { id },
    body,
    ifMatch: version,
    once: newKey(),
    ...sending,
  })
}

/** Steps that have a price. */
export type PricedVerb = 'amend' | 'move' | 'change-hire' | 'cancel' | 'cancel-passengers' | 'cancel-direction'

/** What a step would do, of the reservation as it is by now: nothing is written, so no version is asked for. */
export const tryStep = (id: string, verb: PricedVerb, body: Body<PricedVerb>) =>
  call(`POST /reservations/:id/${verb}`, { params: { id }, body: { ...body, simulate: true }, ifMatch: '*' })

export const reviseHold = (hold: Reservation, revision: HoldRevision, sending?: { keepalive: boolean }) =>
  stepReservation(hold, 'revise', revision, sending)
