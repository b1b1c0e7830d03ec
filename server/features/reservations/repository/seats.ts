import type { FieldIssue } from '../../../../contract/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import { changeSeats, expireHolds, lockSeats, type Change } from '../../../db/seats'
import type { Tx } from '../../../db/transaction'
import { tightestLeg, withSeats } from '../../../domain/availability/seats'
import { departureOf, saleIssues } from '../../../domain/reservations/sale'
import { seatChange, type ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { Refusal, invalid, wrongState } from '../../../http/refusal'
import { lockLegs, type BookedLeg } from './journeys'
import type { SoldLeg } from './prices'

export type SeatsWanted = Pick<Reservation, 'environment' | 'channel' | 'partner_id' | 'legs' | 'seats'>

/**
 * Sells seats: locks them, ends the holds on them that have run out, checks that the journeys are on sale and have the
 * seats, and counts them as the new status says. A request (`pending`) takes none until it is answered.
 * @throws Refusal sold_out, invalid_state or validation.
 */
export async function takeSeats(
  tx: Tx,
  wanted: SeatsWanted,
  from: ReservationStatus | null,
  to: ReservationStatus,
  context: Context,
): Promise<SoldLeg[]> {
  const now = context.now()
  await expireHolds(
    tx,
    context,
    wanted.legs.map((leg) => leg.journey_id),
  )
  const legs = await lockLegs(tx, wanted.legs, { partnerId: wanted.partner_id, now })
  const sold = refuseOffSale(legs, now, to === 'pending' || from === 'pending')
  if (to !== 'pending') {
    refuseSoldOut(sold, wanted)
    await changeSeats(tx, seatChanges(wanted, from, to))
  }
  return sold
}

/** Counts the seats of a reservation as its new status says: on hold to confirmed, or given back. */
export async function moveSeats(
  tx: Tx,
  reservation: SeatsWanted,
  from: ReservationStatus,
  to: ReservationStatus,
): Promise<void> {
  const changes = seatChanges(reservation, from, to).filter(({ held, confirmed }) => held !== 0 || confirmed !== 0)
  if (changes.length === 0) return
  await lockSeats(tx, [...new Set(changes.map((change) => change.journey_id))])
  await changeSeats(tx, changes)
}

/** A test reservation touches no counter. */
function seatChanges(
  { environment, seats, legs }: SeatsWanted,
  from: ReservationStatus | null,
  to: ReservationStatus,
): Change[] {
  const change = seatChange(from, to, seats)
  return environment === 'test' ? [] : legs.map((leg) => ({ ...leg, ...change }))
}

function refuseOffSale(legs: readonly BookedLeg[], now: Date, isRequest: boolean): SoldLeg[] {
  const sold: SoldLeg[] = []
  const [wrong, closed]: [FieldIssue[], FieldIssue[]] = [[], []]
  legs.forEach(({ leg, journey, board, alight }, index) => {
    for (const { cause, field, message } of saleIssues(journey, board, alight, { now, isRequest }))
      (cause === 'input' ? wrong : closed).push({ path: `legs.${index}.${field}`, message })
    if (!board || !alight) return
    const before = sold.at(-1)
    if (before && Date.parse(departureOf(board)) < Date.parse(before.alight.planned_arrive))
      wrong.push({
        path: `legs.${index}.journey_id`,
        message: `${journey.code} leaves before the leg before it arrives: choose a later journey, or swap the two.`,
      })
    sold.push({ leg, journey, board, alight })
  })
  if (wrong.length > 0) throw invalid(wrong)
  if (closed.length > 0) throw wrongState(closed)
  return sold
}

/** Legs on one journey that overlap need their seats together. Staff may sell into the overbooking allowance. */
function refuseSoldOut(legs: readonly SoldLeg[], { seats, channel }: SeatsWanted): void {
  const isStaff = channel === 'back_office' || channel === 'phone'
  const counters = new Map(legs.map(({ journey }) => [journey.id, journey.seats]))
  legs.forEach(({ leg, journey }, index) => {
    const current = counters.get(journey.id) ?? []
    const tightest = tightestLeg(current, leg, journey.setAside)
    const allowance = isStaff ? (tightest?.leg.overbooking_allowance ?? 0) : 0
    const left = Math.max(0, (tightest?.left ?? 0) + allowance)
    if (seats > left) {
      const between = tightest?.leg.leg_seq ?? leg.board_seq
      const [from, to] = [between, between + 1].map((seq) => journey.calls.get(seq)?.station_name ?? `stop ${seq}`)
      const count = left === 1 ? '1 seat' : `${left === 0 ? 'No' : left} seats`
      const detail =
        `${count} left between ${from} and ${to} on ${journey.code}; ${seats} asked. ` +
        'Choose fewer passengers, another part of the way or another journey.'
      throw new Refusal('sold_out', detail, {
        errors: [{ pointer: `/legs/${index}/journey_id`, code: 'sold_out', detail }],
      })
    }
    counters.set(journey.id, withSeats(current, leg, { held: seats, confirmed: 0 }))
  })
}
