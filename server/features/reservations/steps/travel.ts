import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { statusOfParty } from '../../../domain/reservations/party'
import { departureOf } from '../../../domain/reservations/sale'
import type { PassengerStatus } from '../../../domain/reservations/status'
import { RESERVATION_WAYS } from '../../../domain/reservations/ways'
import type { Context } from '../../../http/context'
import { invalid, wrongState } from '../../../http/refusal'
import { lockLegs } from '../repository/journeys'
import { markPassengers } from '../repository/records'

/** Statuses in which passengers come and go. Whoever did not come can only board after all. */
const UNDER_WAY = RESERVATION_WAYS.startsOf('travel')

interface Walk {
  action: string
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
      throw wrongState([{ path: 'status', message: 'The journey has left: who was checked in stays so.' }])
    return walk(UNDO, positions)(tx, current)
  }

/** Only once the vehicle has left the stop where they should have got on. */
export const markNoShow =
  (positions: readonly number[] | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (!(await hasLeft(tx, current, context)))
      throw wrongState([{ path: 'status', message: 'The journey has not left yet: nobody has missed it.' }])
    return missed(positions)(tx, current)
  }

/** Whether the vehicle has left the stop of the first leg, as it happened or else as foreseen. */
async function hasLeft(tx: Tx, current: Reservation, context: Context): Promise<boolean> {
  const now = context.now()
  const [first] = current.legs
  if (!first) return current.travel_at !== null && Date.parse(current.travel_at) <= now.getTime()
  const [leg] = await lockLegs(tx, [first], { partnerId: null, now })
  if (!leg?.board) return false
  return leg.board.actual_depart !== null || Date.parse(departureOf(leg.board)) <= now.getTime()
}

function walk({ action, to, from, refusal }: Walk, chosen: readonly number[] | undefined): Step<Reservation> {
  return async (tx, current) => {
    const statuses = current.passenger_statuses
    if (!UNDER_WAY.includes(current.status) || (current.status === 'no_show' && to !== 'boarded'))
      throw wrongState([
        {
          path: 'status',
          message: `${current.reference} is ${current.status.replaceAll('_', ' ')}: it does not travel.`,
        },
      ])
    const positions = chosen ?? statuses.flatMap((status, index) => (from.includes(status) ? [index + 1] : []))
    const marks = new Map<number, PassengerStatus>()
    for (const [index, position] of positions.entries()) {
      const status = statuses[position - 1]
      if (status === undefined)
        throw invalid([{ path: `positions.${index}`, message: `There are ${statuses.length} passengers.` }])
      if (status === to) continue
      if (!from.includes(status))
        throw wrongState([{ path: `positions.${index}`, message: `Passenger ${position} ${refusal}.` }])
      marks.set(position, to)
    }
    if (marks.size === 0) return null
    await markPassengers(tx, current.id, marks)
    const next = statuses.map((status, index) => marks.get(index + 1) ?? status)
    return { action, values: { status: statusOfParty(next) } }
  }
}

export const completeReservation = (): Step<Reservation> => async (_, current) => {
  if (current.status === 'completed') return null
  if (!RESERVATION_WAYS.startsOf('completeReservation').includes(current.status))
    throw wrongState([{ path: 'status', message: `${current.reference} has not boarded: it cannot have arrived.` }])
  return { action: 'completed', values: { status: 'completed' } }
}
