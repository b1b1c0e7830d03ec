import { choice, sentence } from '../../../../contract/core/sentence'
import type { EventAction } from '../../../../contract/core/events'
import type { Reservation } from '../../../../contract/entities/reservation'
import {
  isReturn,
  type ReservationLeg,
  type ReservationPassenger,
} from '../../../../contract/entities/reservation-parts'
import type { Step, Values } from '../../../crud/store-options'
import { audit, same } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { findSameSegment } from '../../../domain/reservations/move'
import { statusAfter } from '../../../domain/reservations/party'
import type { ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalidAt, unknownReference, wrongStateAt } from '../../../http/refusal'
import { aboardFor } from '../repository/addons'
import { changedSeats, soldAfterMove } from './price-change'
import { travelling } from './purchases'
import { holdEnd, travelColumns } from './columns'
import { codeOf, type SoldLeg } from '../repository/journeys'
import { lockLegs } from './legs'
import { replaceLegs, replacePassengers } from '../repository/records'
import { lockOutboundOf, refuseToPart } from './return-link'
import { lockChangedLegs, refuseJoiningLate, reseat } from './seats'
import { keepSnapshot, priceColumns } from '../repository/snapshots'
import { refuseReturnBeforeOutbound, spanOfLegs } from './return-order'
import { refuseBlockedDearer } from './buyer'
import { refuseWaiving } from './policy'
import { marksWithout } from './direction-marks'
import { refuseUnlessHeld } from './hold'

const CHANGEABLE: readonly ReservationStatus[] = ['on_hold', 'pending', 'confirmed', 'checked_in']

interface Amendment {
  legs?: ReservationLeg[] | undefined
  passengers?: ReservationPassenger[] | undefined
  reason: string
  /** Charges no fee for what is released. */
  waive_fee: boolean
}

function refuseUnchangeable(current: Reservation, context: Context): void {
  if (current.kind !== 'seat')
    throw wrongStateAt('kind', sentence`${current.reference} is a private hire: use the change of a hire instead.`)
  if (!CHANGEABLE.includes(current.status))
    throw wrongStateAt(
      'status',
      sentence`${current.reference} is ${choice('reservationStatuses', current.status)} and cannot be changed.`,
    )
  if (current.status === 'on_hold') refuseUnlessHeld(current, context.now())
}

/** Changes the legs or passengers of a reservation and reprices it as a sale of what remains. */
export const amend =
  (request: Amendment, context: Context): Step<Reservation> =>
  async (tx, current) => {
    refuseUnchangeable(current, context)
    refuseWaiving(request, context)
    const staying = travelling(current)
    const legs = request.legs ?? current.legs
    if (current.way_back === 'begun' && !isReturn(legs))
      throw invalidAt(
        'legs',
        sentence`The outbound trip of ${current.reference} is over, so its return cannot be removed here. Cancel the return instead.`,
      )
    const passengers = request.passengers ?? staying
    if (same(legs, current.legs) && same(passengers, staying)) return null
    const { columns, explain } = await reseated(tx, current, { legs, passengers, waived: request.waive_fee }, context)
    const marks = same(passengers, staying)
      ? current.passenger_statuses
      : await replacePassengers(tx, current.id, passengers, current.status)
    const status = statusAfter(current.status, marks)
    return { action: 'amended', reason: request.reason, values: { ...columns, status }, explain }
  }

/** Statuses in which the return can be cancelled while the outbound is being travelled. */
const ON_THE_WAY: readonly ReservationStatus[] = ['boarded', 'no_show']

/** Cancels the outbound or the return. The other direction stays at the price at which it was sold. */
export const cancelDirection =
  (
    { direction, ...request }: Omit<Amendment, 'legs' | 'passengers'> & Pick<ReservationLeg, 'direction'>,
    context: Context,
  ): Step<Reservation> =>
  async (tx, current) => {
    const isBack = direction === 'return'
    if (!isBack || !ON_THE_WAY.includes(current.status)) refuseUnchangeable(current, context)
    refuseWaiving(request, context)
    if (!isReturn(current.legs))
      throw invalidAt(
        'direction',
        sentence`${current.reference} has no outbound and return trip: cancel the whole reservation.`,
      )
    if (!isBack && current.way_back === 'begun')
      throw invalidAt(
        'direction',
        sentence`The outbound trip of ${current.reference} is over: only its return can be cancelled.`,
      )
    const legs = current.legs.filter((leg) => leg.direction !== direction)
    const passengers = travelling(current)
    const { columns, explain } = await reseated(tx, current, { legs, passengers, waived: request.waive_fee }, context)
    const marks = await marksWithout(tx, current, direction)
    const values = { ...columns, status: statusAfter(current.status, marks) }
    return { action: isBack ? 'way_back_cancelled' : 'way_there_cancelled', reason: request.reason, values, explain }
  }

interface SeatRequest {
  legs: ReservationLeg[]
  passengers: ReservationPassenger[]
  waived: boolean
}

/** Takes the seats of the new legs and passengers, prices them, and stores a snapshot of the previous version. */
async function reseated(tx: Tx, current: Reservation, { legs, passengers, waived }: SeatRequest, context: Context) {
  if (current.way_back === 'begun' && !same(outboundLegs(legs), outboundLegs(current.legs)))
    throw invalidAt(
      'legs',
      sentence`The outbound trip of ${current.reference} is over: only its return can be changed.`,
    )
  const outbound = await lockOutboundOf(tx, current, context)
  const changedLegs = await lockChangedLegs(tx, current, legs, context)
  const { sold } = changedLegs
  await refuseReturnBeforeOutbound(tx, current, spanOfLegs(sold))
  const next = { ...travelColumns(sold, current), hire: null, legs, passengers }
  await refuseToPart(tx, { current: { ...current, passengers: travelling(current) }, outbound }, next, context)
  const price = await changedSeats(tx, current, { ...changedLegs, passengers, waived }, context)
  if (!same(legs, current.legs)) await refuseBlockedDearer(tx, current, price.columns)
  const aboard = await aboardFor(tx, { legs, passengers }, price.addons)
  refuseJoiningLate(sold, { ...current, passengers: travelling(current) }, { ...aboard, passengers }, context)
  await reseat(tx, current, changedLegs, aboard, context)
  await keepSnapshot(tx, current, context)
  await replaceLegs(tx, current.id, legs)
  const columns = { ...price.columns, ...aboard, ...(await legColumns(tx, current, sold, context)) }
  return { sold, columns, explain: price.explain }
}

const outboundLegs = (legs: readonly ReservationLeg[]) => legs.filter(({ direction }) => direction === 'outbound')

/** Returns the columns that depend on the legs. A change never makes a hold longer. */
async function legColumns(tx: Tx, current: Reservation, sold: SoldLeg[], context: Context): Promise<Values> {
  return {
    ...travelColumns(sold, current),
    ...(current.status === 'on_hold' && { hold_expires_at: await shorterHold(tx, current, sold, context) }),
  }
}

interface Move {
  from_journey_id?: string | undefined
  to_journey_id: string
  reason: string
}

/** Moves a leg to another departure, at its price. Tickets stay valid, and the history of both journeys records the move. */
export const move =
  (request: Move & { waive_fee: boolean }, context: Context): Step<Reservation> =>
  async (tx, current) => {
    refuseWaiving(request, context)
    const legs = await movedLegs(tx, current, request, context)
    if (!legs) return null
    const passengers = travelling(current)
    const { sold, columns, explain } = await reseated(
      tx,
      current,
      { legs, passengers, waived: request.waive_fee },
      context,
    )
    await noteMove(tx, current, sold, request.reason, context)
    return { action: 'moved', reason: request.reason, values: columns, explain }
  }

/** Moves a leg for the operator's own reasons: the price stays and no fee is due. */
export const moveForOperator =
  (request: Move, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const legs = await movedLegs(tx, current, request, context)
    if (!legs) return null
    const changedLegs = await lockChangedLegs(tx, current, legs, context)
    const { sold } = changedLegs
    await reseat(tx, current, changedLegs, current, context)
    const kept_sale = await soldAfterMove(tx, current, changedLegs)
    await keepSnapshot(tx, current, context)
    await replaceLegs(tx, current.id, legs)
    await noteMove(tx, current, sold, request.reason, context)
    return {
      action: 'moved',
      reason: request.reason,
      values: {
        ...priceColumns(current, current.price_lines, current.price_hash ?? undefined),
        kept_sale,
        ...(await legColumns(tx, current, sold, context)),
      },
    }
  }

/** Returns the legs with one of them on another departure, or null where it is on that departure already. */
async function movedLegs(
  tx: Tx,
  current: Reservation,
  request: Move,
  context: Context,
): Promise<ReservationLeg[] | null> {
  refuseUnchangeable(current, context)
  const place = current.legs.findIndex(
    (leg) => request.from_journey_id === undefined || leg.journey_id === request.from_journey_id,
  )
  const leaving = current.legs[place]
  if (!leaving || (request.from_journey_id === undefined && current.legs.length > 1))
    throw invalidAt(
      'from_journey_id',
      sentence`The reservation has several journeys, or not this one. Give the journey that the party is moved from.`,
    )
  if (leaving.journey_id === request.to_journey_id) return null
  const target = await sameLegOn(tx, leaving, request.to_journey_id, context)
  return current.legs.map((leg, index) => (index === place ? target : leg))
}

async function sameLegOn(tx: Tx, leaving: ReservationLeg, toJourneyId: string, context: Context) {
  const anywhere = { journey_id: toJourneyId, board_seq: 1, alight_seq: 2, direction: leaving.direction }
  const [from, to] = await lockLegs(tx, [leaving, anywhere], { partnerId: null, now: context.now() }).catch(() => {
    throw unknownReference('to_journey_id', 'journey')
  })
  if (!from?.board || !from.alight || !to) throw new Error('A reservation has a leg that its journey does not have.')
  const stations = { boardStationId: from.board.station_id, alightStationId: from.alight.station_id }
  const target = findSameSegment(stations, toJourneyId, [...to.journey.calls.values()])
  if (!target)
    throw wrongStateAt(
      'to_journey_id',
      sentence`${to.journey.code} does not go from ${from.board.station_name} to ${from.alight.station_name}: choose another journey.`,
    )
  return { ...target, direction: leaving.direction }
}

/** Records in the history of both journeys that a party moved from one to the other. */
async function noteMove(
  tx: Tx,
  { reference, seats, legs }: Reservation,
  sold: readonly SoldLeg[],
  reason: string,
  context: Context,
): Promise<void> {
  const place = sold.findIndex(({ leg }, index) => !same(leg, legs[index]))
  const [leftId, joined] = [legs[place]?.journey_id, sold[place]]
  if (leftId === undefined || !joined) return
  const note = (action: EventAction, id: string, label: string, old: string | null, now: string | null) =>
    audit(tx, context, {
      action,
      entity: { type: 'journeys', id, label },
      changes: [
        { field: 'reservation', old, new: now },
        { field: 'seats', old: old === null ? null : seats, new: now === null ? null : seats },
      ],
      reason,
    })
  await note('journeys.party_left', leftId, (await codeOf(tx, leftId)) ?? '', reference, null)
  await note('journeys.party_joined', joined.journey.id, joined.journey.code, null, reference)
}

/** Returns the earlier of the present end of a hold and its end on the new legs. */
export async function shorterHold(tx: Tx, current: Reservation, sold: SoldLeg[], context: Context): Promise<string> {
  const end = await holdEnd(tx, sold, current, context)
  const before = current.hold_expires_at ?? end
  return Date.parse(end) < Date.parse(before) ? end : before
}
