import type { EventVerb } from '../../../../contract/core/events'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { statusOfParty } from '../../../domain/reservations/party'
import { departureOf } from '../../../domain/reservations/sale'
import type { PassengerStatus } from '../../../domain/reservations/status'
import { RESERVATION_WAYS } from '../../../domain/reservations/ways'
import type { Context } from '../../../http/context'
import { invalidAt, wrongStateAt } from '../../../http/refusal'
import { lockLegs } from './legs'
import { markPassengers, turnRound } from '../repository/records'

/** Statuses in which passengers come and go. Whoever did not come can only board after all. */
export const UNDER_WAY = RESERVATION_WAYS.startsOf('travel')

interface Walk {
  action: EventVerb
  to: PassengerStatus
  /** Passengers in these are moved; those who are further along stay. */
  from: readonly PassengerStatus[]
  /** Said when one of the chosen passengers is neither there nor further along. */
  refusal: string
}

const CHECK_IN: Walk = {
  action: 'checked_in',
  to: 'checked_in',
  from: ['booked'],
  refusal: 'can no longer be checked in',
}
const UNDO: Walk = {
  action: 'check_in_undone',
  to: 'booked',
  from: ['checked_in', 'boarded'],
  refusal: 'is not checked in',
}
const BOARD: Walk = {
  action: 'boarded',
  to: 'boarded',
  from: ['booked', 'checked_in', 'no_show'],
  refusal: 'cannot board',
}
const NO_SHOW: Walk = { action: 'no_show', to: 'no_show', from: ['booked', 'checked_in'], refusal: 'has travelled' }

export const checkIn = (positions: readonly number[] | undefined): Step<Reservation> => walk(CHECK_IN, positions)
export const board = (positions: readonly number[] | undefined): Step<Reservation> => walk(BOARD, positions)

/** Passengers did not come, whatever the clock says. */
export const missed = (positions: readonly number[] | undefined): Step<Reservation> => walk(NO_SHOW, positions)

/** Only while the vehicle is still there. */
export const undoCheckIn =
  (positions: readonly number[] | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (await hasLeft(tx, current, context))
      throw wrongStateAt('status', 'The journey has left: who was checked in stays so.')
    return walk(UNDO, positions)(tx, current)
  }

/** Only once the vehicle has left the stop where they should have got on. */
export const markNoShow =
  (positions: readonly number[] | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (!(await hasLeft(tx, current, context)))
      throw wrongStateAt('status', 'The journey has not left yet: no one has missed it.')
    return missed(positions)(tx, current)
  }

/** Whether the vehicle has left the stop of the first leg of the way under way, as it happened or else as foreseen. */
export async function hasLeft(tx: Tx, current: Reservation, context: Context): Promise<boolean> {
  const now = context.now()
  const first = current.legs.find(({ direction }) => current.way_back !== 'begun' || direction === 'return')
  if (!first) return current.travel_at !== null && Date.parse(current.travel_at) <= now.getTime()
  const [leg] = await lockLegs(tx, [first], { partnerId: null, now })
  if (!leg?.board) return false
  return leg.board.actual_depart !== null || Date.parse(departureOf(leg.board)) <= now.getTime()
}

function walk({ action, to, from, refusal }: Walk, chosen: readonly number[] | undefined): Step<Reservation> {
  return async (tx, current) => {
    const statuses = current.passenger_statuses
    if (!UNDER_WAY.includes(current.status) || (current.status === 'no_show' && to !== 'boarded'))
      throw wrongStateAt(
        'status',
        `${current.reference} is ${current.status.replaceAll('_', ' ')}: it does not travel.`,
      )
    const positions = chosen ?? statuses.flatMap((status, index) => (from.includes(status) ? [index + 1] : []))
    const marks = new Map<number, PassengerStatus>()
    for (const [index, position] of positions.entries()) {
      const status = statuses[position - 1]
      if (status === undefined) throw invalidAt(`positions.${index}`, `There are ${statuses.length} passengers.`)
      if (status === to) continue
      if (!from.includes(status)) throw wrongStateAt(`positions.${index}`, `Passenger ${position} ${refusal}.`)
      marks.set(position, to)
    }
    if (marks.size === 0) return null
    await markPassengers(tx, current.id, marks)
    const next = statuses.map((status, index) => marks.get(index + 1) ?? status)
    return { action, values: { status: statusOfParty(next) } }
  }
}

/**
 * What passengers do from now on is of the way back, and what they did on the way there is kept.
 * @throws Refusal invalid_state before the vehicle has left on the way there
 */
export const beginWayBack =
  (context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (!isBeforeWayBack(current)) return null
    if (!(await hasLeft(tx, current, context)))
      throw wrongStateAt(
        'status',
        `The way there of ${current.reference} has not left yet, so its way back cannot begin.`,
      )
    return turnedRound(tx, current)
  }

const isBeforeWayBack = ({ way_back, status }: Reservation) => way_back === 'ahead' && UNDER_WAY.includes(status)

async function turnedRound(tx: Tx, { id }: Reservation) {
  await turnRound(tx, id)
  return { action: 'way_back_begun', values: { status: 'confirmed', way_back: 'begun' } } as const
}

/**
 * Says of a reservation at which of its journeys passengers are: at one of the way back the way there is behind them.
 * @returns the step to take first, if any
 * @throws Refusal validation, or invalid_state for the way there once it is over
 */
export function stepToJourney(
  { legs, reference, way_back }: Reservation,
  journeyId: string,
  context: Context,
): Step<Reservation> | null {
  const leg = legs.find(({ journey_id }) => journey_id === journeyId)
  if (!leg) throw invalidAt('journey_id', `${reference} does not travel on this journey.`)
  if (way_back === 'begun' && leg.direction === 'outbound')
    throw wrongStateAt('journey_id', `The way there of ${reference} is over.`)
  return way_back === 'ahead' && leg.direction === 'return' ? beginWayBack(context) : null
}

/** The journey has arrived, with which the reservation ends, or its way there. */
export const arrive = (): Step<Reservation> => async (tx, current) =>
  isBeforeWayBack(current) ? turnedRound(tx, current) : completed(current)

/** The same where somebody says so. */
export const completeReservation =
  (context: Context): Step<Reservation> =>
  async (tx, current) =>
    isBeforeWayBack(current) ? beginWayBack(context)(tx, current) : completed(current)

function completed({ status, reference }: Reservation) {
  if (status === 'completed') return null
  if (!RESERVATION_WAYS.startsOf('completeReservation').includes(status))
    throw wrongStateAt('status', `${reference} has not boarded: it cannot have arrived.`)
  return { action: 'completed', values: { status: 'completed' } } as const
}
