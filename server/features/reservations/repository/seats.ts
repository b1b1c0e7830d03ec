import type { FieldIssue } from '../../../../contract/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { mayOverride } from '../../../../contract/overrides'
import { same } from '../../../db/audit'
import { changeSeats, expireHolds, lockSeats, type Change } from '../../../db/seats'
import type { Tx } from '../../../db/transaction'
import { tightestLeg, withSeats } from '../../../domain/availability/seats'
import { departureOf, saleIssues, type SaleIssue } from '../../../domain/reservations/sale'
import { seatChange, type ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { Refusal, invalid, pointerOf, wrongState } from '../../../http/refusal'
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
  const legs = await lockLegs(tx, wanted.legs, { partnerId: wanted.partner_id, now }, (journeyIds) =>
    expireHolds(tx, context, journeyIds),
  )
  const sold = refuseOffSale(legs, {
    now,
    isRequest: to === 'pending' || from === 'pending',
    ignoresCutoff: isAtDesk(wanted) && mayOverride(context.actor.role, 'sell_after_cutoff'),
  })
  if (to !== 'pending') {
    refuseSoldOut(sold, wanted.seats, mayOverbook(wanted, context))
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

interface Wish {
  legs: readonly ReservationLeg[]
  seats: number
}

/**
 * Gives the seats of a reservation back and takes those of its new way or party, in one go: nobody gets between.
 * What stays as it was is not sold anew.
 * @throws Refusal sold_out, cutoff_passed, invalid_state or validation.
 */
export async function reseat(
  tx: Tx,
  current: SeatsWanted & { status: ReservationStatus },
  next: Wish,
  context: Context,
): Promise<SoldLeg[]> {
  const now = context.now()
  const wanted = { ...current, legs: [...next.legs], seats: next.seats }
  const journeyIds = [...new Set([...current.legs, ...next.legs].map((leg) => leg.journey_id.toLowerCase()))]
  await expireHolds(tx, context, journeyIds)
  await lockSeats(tx, journeyIds)
  await changeSeats(tx, seatChanges(current, current.status, 'cancelled'))
  const legs = await lockLegs(tx, wanted.legs, { partnerId: current.partner_id, now })
  const isNew = ({ leg }: BookedLeg) => !current.legs.some((known) => same(known, leg))
  const seller = {
    now,
    isRequest: current.status === 'pending',
    ignoresCutoff: isAtDesk(current) && mayOverride(context.actor.role, 'sell_after_cutoff'),
  }
  const sold = refuseOffSale(legs, seller, isNew)
  if (current.status !== 'pending') {
    const asked = (leg: SoldLeg) => next.seats > current.seats || isNew(leg)
    refuseSoldOut(sold, next.seats, mayOverbook(current, context), asked)
    await changeSeats(tx, seatChanges(wanted, null, current.status))
  }
  return sold
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

/** Staff speak for themselves there; elsewhere they only pass on what others ask for. */
const isAtDesk = ({ channel }: SeatsWanted): boolean => channel === 'back_office' || channel === 'phone'

function refuseOffSale(
  legs: readonly BookedLeg[],
  seller: Parameters<typeof saleIssues>[3],
  isSoldNow: (leg: BookedLeg) => boolean = () => true,
): SoldLeg[] {
  const sold: SoldLeg[] = []
  const found: Record<SaleIssue['cause'], FieldIssue[]> = { input: [], state: [], cutoff: [] }
  legs.forEach((booked, index) => {
    const { leg, journey, board, alight } = booked
    for (const { cause, field, message } of isSoldNow(booked) ? saleIssues(journey, board, alight, seller) : [])
      found[cause].push({ path: `legs.${index}.${field}`, message })
    if (!board || !alight) return
    const before = sold.at(-1)
    if (before && Date.parse(departureOf(board)) < Date.parse(before.alight.planned_arrive))
      found.input.push({
        path: `legs.${index}.journey_id`,
        message: `${journey.code} leaves before the leg before it arrives: choose a later journey, or swap the two.`,
      })
    sold.push({ leg, journey, board, alight })
  })
  if (found.input.length > 0) throw invalid(found.input)
  if (found.state.length > 0) throw wrongState(found.state)
  const [late] = found.cutoff
  if (late)
    throw new Refusal('cutoff_passed', late.message, {
      errors: [{ pointer: pointerOf(late.path), code: 'cutoff_passed', detail: late.message }],
    })
  return sold
}

const mayOverbook = (wanted: SeatsWanted, { actor }: Context): boolean =>
  isAtDesk(wanted) && mayOverride(actor.role, 'overbook')

/** Legs on one journey that overlap need their seats together. A leg that is not `asked` for has its seats already. */
function refuseSoldOut(
  legs: readonly SoldLeg[],
  seats: number,
  isOverbooking: boolean,
  asked: (leg: SoldLeg) => boolean = () => true,
): void {
  const counters = new Map(legs.map(({ journey }) => [journey.id, journey.seats]))
  legs.forEach((sold, index) => {
    const { leg, journey } = sold
    const current = counters.get(journey.id) ?? []
    const tightest = tightestLeg(current, leg, journey.setAside)
    const allowance = isOverbooking ? (tightest?.leg.overbooking_allowance ?? 0) : 0
    const left = Math.max(0, (tightest?.left ?? 0) + allowance)
    if (seats > left && asked(sold)) {
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
