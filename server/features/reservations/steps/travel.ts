import { choice, sentence, type Sentence } from '../../../../contract/core/sentence'
import type { EventVerb } from '../../../../contract/core/events'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { statusOfParty } from '../../../domain/reservations/party'
import { departureOf } from '../../../domain/reservations/sale'
import type { PassengerStatus } from '../../../domain/reservations/status'
import { RESERVATION_TRANSITIONS } from '../../../domain/reservations/transitions'
import type { Context } from '../../../kernel/context'
import { invalidAt, tooEarlyAt, wrongStateAt } from '../../../http/refusal'
import { lockLegs } from './legs'
import { markPassengers, turnRound } from '../repository/records'

/** Statuses in which passengers are checked in and board. A no-show can only board. */
export const UNDER_WAY = RESERVATION_TRANSITIONS.sourcesOf('travel')

interface Walk {
  action: EventVerb
  to: PassengerStatus
  /** Statuses of the passengers to change. Passengers further along stay. */
  from: readonly PassengerStatus[]
  /** Returns the error for a chosen passenger in any other status. */
  refusal: (position: number) => Sentence
}

const CHECK_IN: Walk = {
  action: 'checked_in',
  to: 'checked_in',
  from: ['booked'],
  refusal: (position) => sentence`Passenger ${position} can no longer be checked in.`,
}
const UNDO: Walk = {
  action: 'check_in_undone',
  to: 'booked',
  from: ['checked_in', 'boarded'],
  refusal: (position) => sentence`Passenger ${position} is not checked in.`,
}
const BOARD: Walk = {
  action: 'boarded',
  to: 'boarded',
  from: ['booked', 'checked_in', 'no_show'],
  refusal: (position) => sentence`Passenger ${position} cannot board.`,
}
const NO_SHOW: Walk = {
  action: 'no_show',
  to: 'no_show',
  from: ['booked', 'checked_in'],
  refusal: (position) => sentence`Passenger ${position} has travelled.`,
}

export const checkIn = (positions: readonly number[] | undefined): Step<Reservation> => walk(CHECK_IN, positions)
export const board = (positions: readonly number[] | undefined): Step<Reservation> => walk(BOARD, positions)

/** Marks passengers as no-shows, even before the departure. */
export const markMissed = (positions: readonly number[] | undefined): Step<Reservation> => walk(NO_SHOW, positions)

/** Reverts check-ins until the vehicle leaves. @throws Refusal invalid_state after that */
export const undoCheckIn =
  (positions: readonly number[] | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (await hasLeft(tx, current, context))
      throw wrongStateAt('status', sentence`The journey has departed, so a check-in can no longer be undone.`)
    return walk(UNDO, positions)(tx, current)
  }

/** Marks passengers as no-shows once the vehicle has left their boarding stop. @throws Refusal invalid_state before */
export const markNoShow =
  (positions: readonly number[] | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (!(await hasLeft(tx, current, context)))
      throw wrongStateAt(
        'status',
        sentence`The journey has not departed yet, so no passenger can be marked as a no-show.`,
      )
    return markMissed(positions)(tx, current)
  }

/** Whether the vehicle has left the first stop of the direction under way, by its actual or else its estimated departure. */
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
        sentence`${current.reference} is ${choice('reservationStatuses', current.status)}: its passengers do not travel, so this is not possible.`,
      )
    const positions = chosen ?? statuses.flatMap((status, index) => (from.includes(status) ? [index + 1] : []))
    const marks = new Map<number, PassengerStatus>()
    for (const [index, position] of positions.entries()) {
      const status = statuses[position - 1]
      if (status === undefined)
        throw invalidAt(
          `positions.${index}`,
          sentence`The reservation has ${statuses.length} passengers. Give a position from 1 to ${statuses.length}.`,
        )
      if (status === to) continue
      if (!from.includes(status)) throw wrongStateAt(`positions.${index}`, refusal(position))
      marks.set(position, to)
    }
    if (marks.size === 0) return null
    await markPassengers(tx, current.id, marks)
    const next = statuses.map((status, index) => marks.get(index + 1) ?? status)
    return { action, values: { status: statusOfParty(next) } }
  }
}

/**
 * Begins the return of a reservation. Passenger statuses of the outbound are stored and reset.
 * @throws Refusal invalid_state before the outbound has left
 */
export const beginReturn =
  (context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (!isBeforeReturn(current)) return null
    if (!(await hasLeft(tx, current, context)))
      throw wrongStateAt(
        'status',
        sentence`The outbound of ${current.reference} has not left yet, so its return cannot begin.`,
      )
    return turnToReturn(tx, current)
  }

const isBeforeReturn = ({ way_back, status }: Reservation) => way_back === 'ahead' && UNDER_WAY.includes(status)

async function turnToReturn(tx: Tx, { id }: Reservation) {
  await turnRound(tx, id)
  return { action: 'way_back_begun', values: { status: 'confirmed', way_back: 'begun' } } as const
}

/**
 * Returns the step that is required before passengers travel on a journey: beginning the return, or none.
 * @throws Refusal validation where the journey is not of the reservation, or invalid_state for an outbound that is over
 */
export function stepToJourney(
  { legs, reference, way_back }: Reservation,
  journeyId: string,
  context: Context,
): Step<Reservation> | null {
  const leg = legs.find(({ journey_id }) => journey_id === journeyId)
  if (!leg)
    throw invalidAt('journey_id', sentence`${reference} is not booked on this journey. Give one of its journeys.`)
  if (way_back === 'begun' && leg.direction === 'outbound')
    throw wrongStateAt('journey_id', sentence`The outbound trip of ${reference} is over.`)
  return way_back === 'ahead' && leg.direction === 'return' ? beginReturn(context) : null
}

/** Completes a reservation whose journey has arrived, or begins its return. */
export const arrive = (): Step<Reservation> => async (tx, current) =>
  isBeforeReturn(current) ? turnToReturn(tx, current) : completionOf(current)

/**
 * Completes a reservation, or begins its return, by request of a user.
 * @throws Refusal invalid_state before the vehicle has left
 */
export const completeReservation =
  (context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (isBeforeReturn(current)) return beginReturn(context)(tx, current)
    const done = completionOf(current)
    if (done && !(await hasLeft(tx, current, context)))
      throw tooEarlyAt('status', sentence`${current.reference} has not left yet: complete it after its departure.`)
    return done
  }

function completionOf({ status, reference }: Reservation) {
  if (status === 'completed') return null
  if (!RESERVATION_TRANSITIONS.sourcesOf('completeReservation').includes(status))
    throw wrongStateAt(
      'status',
      sentence`${reference} has not boarded, so it cannot be completed. Board its passengers first.`,
    )
  return { action: 'completed', values: { status: 'completed' } } as const
}
