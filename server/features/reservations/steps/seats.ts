import { sentence, type Sentence } from '../../../../contract/core/sentence'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { same } from '../../../kernel/audit'
import { changeSeats, isReal, lockSeats, seatsChanged, type Change } from '../../../kernel/seats'
import type { Parts } from '../../../db/parts'
import type { Tx } from '../../../db/transaction'
import { tightestLeg, withSeats } from '../../../domain/availability/seats'
import { SPACE_KINDS, shortageOn, withSpace, type Aboard, type SpaceKind } from '../../../domain/availability/space'
import { departureOf, saleIssues, type SaleIssue } from '../../../domain/reservations/sale'
import { aboardChange, type ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { Refusal, invalid, pointerOf, wrongState, wrongStateAt } from '../../../http/refusal'
import { refuseBeyondStock } from './addon-stock'
import { soldAddons } from '../repository/addons'
import { lockLegs } from './legs'
import { ignoresCutoff, mayOverbook } from './policy'
import type { BookedLeg, SoldLeg } from '../repository/journeys'

export type SeatsWanted = Pick<Reservation, 'environment' | 'channel' | 'partner_id' | 'legs' | keyof Aboard>

/**
 * Locks the seats of requested legs, expires the overdue holds on them, and refuses journeys that are not on sale.
 * @throws Refusal cutoff_passed, invalid_state or validation
 */
export async function offeredLegs(
  tx: Tx,
  wanted: Omit<SeatsWanted, keyof Aboard>,
  from: ReservationStatus | null,
  to: ReservationStatus,
  context: Context,
): Promise<SoldLeg[]> {
  const now = context.now()
  const legs = await lockLegs(tx, wanted.legs, { partnerId: wanted.partner_id, now }, context)
  return refuseOffSale(legs, {
    now,
    isRequest: to === 'pending' || from === 'pending',
    ignoresCutoff: ignoresCutoff(wanted, context),
  })
}

/**
 * Returns the parts of the statement of a sale that count its seats. A request (`pending`) takes no seats until it is
 * approved.
 * @throws Refusal sold_out
 */
export function seatsTaken(
  tx: Tx,
  legs: readonly SoldLeg[],
  wanted: SeatsWanted,
  from: ReservationStatus | null,
  to: ReservationStatus,
  context: Context,
): Parts {
  if (to === 'pending') return {}
  refuseSoldOut(legs, wanted, mayOverbook(wanted, context))
  return seatsChanged(tx, seatChanges(wanted, from, to))
}

/**
 * Returns the parts of a statement that takes the seats of a reservation without any: an approved request, or a reverted
 * cancellation.
 * @throws Refusal sold_out, cutoff_passed, invalid_state or validation
 */
export async function takeSeats(
  tx: Tx,
  current: Reservation,
  from: ReservationStatus | null,
  to: ReservationStatus,
  context: Context,
): Promise<Parts> {
  const legs = await offeredLegs(tx, current, from, to, context)
  const taken = seatsTaken(tx, legs, current, from, to, context)
  // The add-ons may have been sold to others since the request or the cancellation.
  await refuseBeyondStock(tx, current, await soldAddons(tx, current.id))
  return taken
}

/** Returns the parts of the statement of a confirmation that count the seats of the hold as confirmed. */
export async function confirmSeats(tx: Tx, hold: SeatsWanted): Promise<Parts> {
  const changes = seatChanges(hold, 'on_hold', 'confirmed').filter(isReal)
  await lockSeats(tx, [...new Set(changes.map((change) => change.journey_id))])
  return seatsChanged(tx, changes)
}

type Seated = SeatsWanted & { status: ReservationStatus }

/** Locks the seats of a reservation. @returns its legs without its seats, and the parts of a statement that release them */
export async function releaseSeats(
  tx: Tx,
  current: Seated,
  context: Context,
): Promise<{ left: SoldLeg[]; seats: Parts }> {
  const given = seatChanges(current, current.status, 'cancelled')
  const legs = await lockLegs(tx, current.legs, { partnerId: current.partner_id, now: context.now() })
  return { left: legs.map(without(given)) as SoldLeg[], seats: seatsChanged(tx, given) }
}

/** Legs of a reservation before and after a change, both without the seats of the reservation. */
export interface ChangedLegs {
  /** Requested legs. */
  sold: SoldLeg[]
  /** Present legs. */
  left: SoldLeg[]
}

/**
 * Locks the seats of the present and the requested legs of a reservation. Unchanged legs need not be on sale.
 * @throws Refusal cutoff_passed, invalid_state or validation
 */
export async function lockChangedLegs(
  tx: Tx,
  current: Seated,
  next: readonly ReservationLeg[],
  context: Context,
): Promise<ChangedLegs> {
  const now = context.now()
  const locked = await lockLegs(tx, [...next, ...current.legs], { partnerId: current.partner_id, now }, context)
  const given = seatChanges(current, current.status, 'cancelled')
  const all = locked.map(without(given))
  const seller = {
    now,
    isRequest: current.status === 'pending',
    ignoresCutoff: ignoresCutoff(current, context),
  }
  const sold = refuseOffSale(all.slice(0, next.length), seller, isNewFor(current))
  return { sold, left: all.slice(next.length) as SoldLeg[] }
}

/**
 * Refuses further passengers or seats on a leg whose vehicle has left the boarding stop.
 * @throws Refusal invalid_state
 */
export function refuseJoiningLate(sold: readonly SoldLeg[], before: Joining, next: Joining, { now }: Context): void {
  if (next.passengers.length <= before.passengers.length && next.seats <= before.seats) return
  const gone = sold.find(
    ({ board }) => board.actual_depart !== null || Date.parse(departureOf(board)) <= now().getTime(),
  )
  if (gone)
    throw wrongStateAt(
      'passengers',
      sentence`${gone.journey.code} has left ${gone.board.station_name} already. Book further passengers on a later journey.`,
    )
}

interface Joining extends Pick<Aboard, 'seats'> {
  /** Passengers who have not cancelled. */
  passengers: readonly unknown[]
}

/**
 * Releases the present seats of a reservation and takes those of its new legs in one statement.
 * @throws Refusal sold_out
 */
export async function reseat(
  tx: Tx,
  current: Seated,
  { sold }: ChangedLegs,
  next: Aboard,
  context: Context,
): Promise<void> {
  if (current.status === 'pending') return
  const isNew = isNewFor(current)
  const asked = (leg: SoldLeg, kind: keyof Aboard) => next[kind] > current[kind] || isNew(leg)
  refuseSoldOut(sold, next, mayOverbook(current, context), asked)
  const wanted = { ...current, ...next, legs: sold.map(({ leg }) => leg) }
  // Seats released on an overbooked leg could not be taken again by a second statement.
  const given = seatChanges(current, current.status, 'cancelled')
  await changeSeats(tx, [...given, ...seatChanges(wanted, null, current.status)])
}

const isNewFor =
  ({ legs }: Seated) =>
  ({ leg }: BookedLeg) =>
    !legs.some((known) => same(known, leg))

/** Returns a mapping of legs to legs whose counters lack the released seats. */
const without =
  (given: readonly Change[]) =>
  ({ journey, ...booked }: BookedLeg): BookedLeg => {
    const own = given.filter((change) => change.journey_id.toLowerCase() === journey.id)
    const seats = own.reduce(
      (legs, change) => withSpace(withSeats(legs, change, change), change, change),
      journey.seats,
    )
    return { ...booked, journey: { ...journey, seats } }
  }

/** Returns the changes of counters. A test reservation changes none. */
function seatChanges(
  { environment, legs, ...aboard }: SeatsWanted,
  from: ReservationStatus | null,
  to: ReservationStatus,
): Change[] {
  const change = aboardChange(from, to, aboard)
  return environment === 'test' ? [] : legs.map((leg) => ({ ...leg, ...change }))
}

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
        message: sentence`${journey.code} leaves before the previous leg arrives: choose a later journey, or swap the two.`,
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

interface CountText {
  none: Sentence
  one: Sentence
  many: (count: number) => Sentence
}

const COUNTS: Record<SpaceKind | 'seats', CountText> = {
  seats: { none: sentence`No seats`, one: sentence`1 seat`, many: (count) => sentence`${count} seats` },
  wheelchairs: {
    none: sentence`No wheelchair places`,
    one: sentence`1 wheelchair place`,
    many: (count) => sentence`${count} wheelchair places`,
  },
  child_seats: {
    none: sentence`No child seats`,
    one: sentence`1 child seat`,
    many: (count) => sentence`${count} child seats`,
  },
  luggage_units: {
    none: sentence`No places for luggage`,
    one: sentence`1 place for luggage`,
    many: (count) => sentence`${count} places for luggage`,
  },
}

function countText(kind: SpaceKind | 'seats', count: number): Sentence {
  const { none, one, many } = COUNTS[kind]
  if (count === 0) return none
  return count === 1 ? one : many(count)
}

/**
 * Refuses legs without enough seats and space. Overlapping legs on one journey add up. A leg that is not `asked` for has its
 * seats already. Wheelchair, child seat and luggage space is never overbooked.
 * @throws Refusal sold_out
 */
function refuseSoldOut(
  legs: readonly SoldLeg[],
  wanted: Aboard,
  isOverbooking: boolean,
  asked: (leg: SoldLeg, kind: keyof Aboard) => boolean = () => true,
): void {
  const { seats } = wanted
  const counters = new Map(legs.map(({ journey }) => [journey.id, journey.seats]))
  const stopOf = ({ journey }: SoldLeg, seq: number) => journey.calls.get(seq)?.station_name ?? sentence`stop ${seq}`
  legs.forEach((sold, index) => {
    const { leg, journey } = sold
    const current = counters.get(journey.id) ?? []
    const tightest = tightestLeg(current, leg, journey.setAside)
    const allowance = isOverbooking ? (tightest?.leg.overbooking_allowance ?? 0) : 0
    const left = Math.max(0, (tightest?.left ?? 0) + allowance)
    if (seats > left && asked(sold, 'seats')) {
      const seq = tightest?.leg.leg_seq ?? leg.board_seq
      const detail = sentence`${countText('seats', left)} left between ${stopOf(sold, seq)} and ${stopOf(sold, seq + 1)} on ${journey.code}; ${seats} asked. Choose fewer passengers, other stops or another journey.`
      throw new Refusal('sold_out', detail, {
        errors: [{ pointer: `/legs/${index}/journey_id`, code: 'sold_out', detail }],
      })
    }
    const askedFor = Object.fromEntries(SPACE_KINDS.map((kind) => [kind, asked(sold, kind) ? wanted[kind] : 0]))
    const shortage = shortageOn(journey.space, current, leg, askedFor as Record<SpaceKind, number>)
    if (shortage) {
      const { kind, leg_seq: seq } = shortage
      const detail = sentence`${countText(kind, shortage.left)} left between ${stopOf(sold, seq)} and ${stopOf(sold, seq + 1)} on ${journey.code}; ${wanted[kind]} asked. Choose another journey, or ask dispatch for a vehicle with more of them.`
      throw new Refusal('sold_out', detail, {
        errors: [{ pointer: `/legs/${index}/journey_id`, code: 'no_space', detail }],
      })
    }
    counters.set(journey.id, withSpace(withSeats(current, leg, { held: seats, confirmed: 0 }), leg, wanted))
  })
}
