import type { Address, Operations } from '../../../../contract/all-operations'
import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { call, type Answer, type BodyOf, newKey } from '../../../providers/http/call'
import { listKey } from '../../../providers/data/queryKeys'
import { isSettled } from '../../../providers/http/problem'
import type { Counts, DepartureSearch } from './deskTypes'

export interface DeparturesRequest extends DepartureSearch {
  counts: Counts
  customerId: string | null
  isReturn: boolean
}

/** Query key prefix of departures; a change of any journey invalidates them. */
export const DEPARTURES = [...listKey('journeys'), 'departures']

function queryOf({ origin, destination, date, counts, customerId, isReturn }: DeparturesRequest) {
  const party = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const query = { origin: origin ?? '', destination: destination ?? '', date, ...party, customer_id: customerId ?? '' }
  return { ...query, ...(isReturn && { is_return: 'true' }) }
}

export const readDepartures = (asked: DeparturesRequest, signal: AbortSignal) =>
  call('GET /departures', { query: queryOf(asked), signal })

export const readConnections = (asked: DeparturesRequest, signal: AbortSignal) =>
  call('GET /connections', { query: queryOf(asked), signal })

/** Creates a reservation at most once per idempotency key. */
export const makeReservation = (body: ReservationCreate, key: string) => call('POST /reservations', { body, once: key })

/** Sends a request, and reuses its idempotency key for the same body until its outcome is known. */
export async function sendOnce<W, T>(
  request: W,
  keys: Map<string, string>,
  send: (request: W, key: string) => Promise<T>,
): Promise<T> {
  const text = JSON.stringify(request)
  const key = keys.get(text) ?? newKey()
  keys.set(text, key)
  try {
    const made = await send(request, key)
    keys.delete(text)
    return made
  } catch (error) {
    if (isSettled(error)) keys.delete(text)
    throw error
  }
}

/** Transitions of a reservation, by the last segment of their path. */
export type StepVerb = {
  [A in Address]: A extends `POST /reservations/:id/${infer V}`
    ? Operations[A] extends { ifMatch: true }
      ? V
      : never
    : never
}[Address]
type Stepped<V extends StepVerb> = Promise<Answer<`POST /reservations/:id/${V}`>>
type Body<V extends StepVerb> = BodyOf<`POST /reservations/:id/${V}`>

interface Sending {
  keepalive?: boolean
  /** Idempotency key; a new one by default. */
  once?: string
}

/** Performs a transition of a reservation from the displayed version. */
export function stepReservation<V extends StepVerb>(
  reservation: Pick<Reservation, 'id' | 'version'>,
  verb: V,
  body: Body<V>,
  sending?: Sending,
): Stepped<V>
export function stepReservation(
  { id, version }: Pick<Reservation, 'id' | 'version'>,
  verb: StepVerb,
  body: Body<StepVerb>,
  { keepalive = false, once = newKey() }: Sending = {},
): Promise<unknown> {
  return call(`POST /reservations/:id/${verb}`, {
    params: { id },
    body,
    ifMatch: version,
    once,
    keepalive,
  })
}

/** Transitions with a price. */
export type PricedVerb = 'amend' | 'move' | 'change-hire' | 'cancel' | 'cancel-passengers' | 'cancel-direction'

/** Simulates a transition of the current version: nothing is written, so any version matches. */
export const dryRunStep = (id: string, verb: PricedVerb, body: Body<PricedVerb>) =>
  call(`POST /reservations/:id/${verb}`, { params: { id }, body: { ...body, simulate: true }, ifMatch: '*' })

export const reviseHold = (hold: Reservation, revision: HoldRevision, sending?: { keepalive: boolean }) =>
  stepReservation(hold, 'revise', revision, sending)
