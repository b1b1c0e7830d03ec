import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import {
  isReturn,
  type ReservationLeg,
  type ReservationPassenger,
} from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import {
  isOpposite,
  isSameBuyer,
  isWithin,
  limitText,
  outboundIssue,
  partySizeOf,
  returnLimit,
  type Buyer,
  type Direction,
} from '../../../domain/reservations/returns'
import { isUnagreed } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalidAt, unknownReference, wrongStateAt } from '../../../http/refusal'
import { directionsOf, lockOutbound, standingReturns, type Ends, type OutboundReservation } from '../repository/returns'

const FIELD = 'return_of_id'

/**
 * Locks the outbound reservation of a new return, before any journey is locked.
 * @returns null where the sale names none
 * @throws Refusal validation where it cannot have a return, or not for this buyer or number of passengers
 */
export async function lockOutboundForSale(
  tx: Tx,
  request: Reservation,
  context: Context,
): Promise<OutboundReservation | null> {
  if (request.return_of_id === null) return null
  const outbound = await lockOutbound(tx, request.return_of_id, { ownId: null, now: context.now() })
  if (outbound?.environment !== request.environment) throw unknownReference(FIELD, 'reservation')
  const issue = outboundIssue(outbound)
  if (issue) throw invalidAt(FIELD, sentence`${issue.fact} ${issue.remedy}`)
  if (isReturn(request.legs))
    throw invalidAt(
      FIELD,
      sentence`This reservation already has an outbound and a return trip. Leave ${outbound.reference} out.`,
    )
  if (!isSameBuyer(outbound, request))
    throw invalidAt(
      FIELD,
      sentence`${outbound.reference} was sold to another customer. Give both the same customer, or leave this field out.`,
    )
  const [party, limit] = [partySizeOf(request.passengers, request.hire), returnLimit(outbound)]
  if (!isWithin(party, limit))
    throw invalidAt(
      FIELD,
      sentence`${outbound.reference} is for ${limitText(party, limit)}. Book at most that on its return, or leave this field out.`,
    )
  return outbound
}

/** Refuses a new return that does not go in the opposite direction of its outbound. @throws Refusal validation */
export async function refuseOtherDirection(tx: Tx, outbound: OutboundReservation | null, travel: Ends): Promise<void> {
  if (!outbound) return
  const [out, back] = await directionsOf(tx, [outbound, travel])
  if (out && back && isOpposite(out, back)) return
  throw invalidAt(
    FIELD,
    sentence`This does not go back from where ${outbound.reference} ends to where it starts. Choose the opposite direction, or leave this field out.`,
  )
}

/**
 * Refuses to confirm a return whose outbound reservation is gone or has another return.
 * @throws Refusal invalid_state
 */
export async function refuseWithoutOutbound(tx: Tx, current: Reservation, context: Context): Promise<void> {
  const outbound = await lockOutboundOf(tx, current, context)
  const issue = outbound && outboundIssue(outbound)
  if (!issue) return
  const remedy = isUnagreed(outbound.status)
    ? sentence`Confirm the outbound reservation first.`
    : sentence`Book this again without the outbound reservation.`
  throw wrongStateAt(FIELD, sentence`This is the return of ${outbound.reference}. ${issue.fact} ${remedy}`)
}

/**
 * Locks the outbound reservation of a return that is changed, before any journey is locked.
 * @returns null where the reservation is not a return
 */
export async function lockOutboundOf(
  tx: Tx,
  { id, return_of_id }: Reservation,
  context: Context,
): Promise<OutboundReservation | null> {
  return return_of_id === null ? null : lockOutbound(tx, return_of_id, { ownId: id, now: context.now() })
}

/** A reservation after a change, as far as its return depends on it. */
interface Changed extends Ends {
  legs: readonly ReservationLeg[]
  passengers: readonly ReservationPassenger[]
}

interface Linked {
  /** Its passengers without those who cancelled. */
  current: Reservation
  outbound: OutboundReservation | null
}

/**
 * Refuses a change after which a return and its outbound reservation no longer match. Pairs stored before this rule that never
 * matched may be changed.
 * @throws Refusal validation, at the changed field
 */
export async function refuseToPart(
  tx: Tx,
  { current, outbound }: Linked,
  next: Changed,
  context: Context,
): Promise<void> {
  if (outbound) refuseLargerReturn(current, outbound, next)
  const becomesReturn = isReturn(next.legs) && !isReturn(current.legs)
  if (!becomesReturn && isSameDirection(current, next)) return
  const field = next.hire ? 'hire' : 'legs'
  const returns = await standingReturns(tx, current.id, context.now())
  const [before, after, out, ...backs] = await directionsOf(tx, [current, next, outbound ?? current, ...returns])
  if (!before || !after || !out) throw new Error('Every trip has a direction.')
  const parts = (link: (direction: Direction) => boolean) => becomesReturn || (link(before) && !link(after))
  if (outbound && parts((direction) => isOpposite(out, direction)))
    throw invalidAt(
      field,
      becomesReturn
        ? sentence`This is the return of ${outbound.reference} and goes one way. Book the other direction as a separate reservation.`
        : sentence`This is the return of ${outbound.reference}, and would no longer go back from where that ends. Keep the direction, or cancel it and book again.`,
    )
  const parted = returns.find((_, index) => parts((direction) => isOpposite(direction, backs[index] ?? direction)))
  if (parted)
    throw invalidAt(
      field,
      becomesReturn
        ? sentence`${parted.reference} is the return of this already. Cancel that one before you add another.`
        : sentence`${parted.reference} is the return of this, and would no longer go back from where this ends. Keep the direction, or cancel the return first.`,
    )
}

const isSameDirection = (a: Ends, b: Ends): boolean =>
  a.origin_station_id === b.origin_station_id &&
  a.destination_station_id === b.destination_station_id &&
  a.hire?.pickup.address === b.hire?.pickup.address &&
  a.hire?.dropoff.address === b.hire?.dropoff.address

function refuseLargerReturn(current: Reservation, outbound: OutboundReservation, next: Changed): void {
  const [before, party] = [partySizeOf(current.passengers, current.hire), partySizeOf(next.passengers, next.hire)]
  const limit = returnLimit(outbound)
  if (isWithin(party, before) || isWithin(party, limit)) return
  throw invalidAt(
    next.hire ? 'hire.passengers' : 'passengers',
    sentence`This is the return of ${outbound.reference}, which is for ${limitText(party, limit)}. Book further passengers as a separate reservation.`,
  )
}

/**
 * Refuses different customers for a return and its outbound reservation. A customer may be added to either later.
 * @throws Refusal validation
 */
export async function refuseOtherBuyer(
  tx: Tx,
  current: Reservation,
  customerId: string | null,
  context: Context,
): Promise<void> {
  if (customerId === null || customerId === current.customer_id) return
  const outbound = await lockOutboundOf(tx, current, context)
  const linked = [...(outbound ? [outbound] : []), ...(await standingReturns(tx, current.id, context.now()))]
  const next: Buyer = { customer_id: customerId, partner_id: current.partner_id }
  const other = linked.find((each) => each.customer_id !== null && !isSameBuyer(each, next))
  if (other)
    throw invalidAt(
      'customer_id',
      sentence`${other.reference} belongs to this trip there and back, and to another customer. Remove the customer there first.`,
    )
}
