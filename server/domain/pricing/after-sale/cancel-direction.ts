import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { AddonForSale, RequestedAddon } from '../addon-lines'
import { planAddons } from './addon-plan'
import { addonLegOf } from './addon-units'
import { cancelByOperator, waive } from './changes'
import type { Travel } from './change-seats'
import type { CurrentLeg } from './legs'
import type { Purchase } from './purchase'

/** No passenger and no leg is added. */
const NOBODY_JOINS = { passengers: 0, legs: new Set<number>() }

/**
 * Cancels one direction of seats on behalf of the operator. Its legs, the add-ons that only they offer, and their fees are
 * removed. The other direction keeps its price.
 * Rule: docs/domain/pricing.md, "Changes after the sale", 8.
 * @param offered add-ons that are currently sold
 * @returns the purchase with its remaining legs and add-ons
 */
export function cancelDirection(
  purchase: Purchase,
  { legs, party, addons }: Travel<CurrentLeg>,
  direction: ReservationLeg['direction'],
  offered: readonly AddonForSale[],
): { purchase: Purchase; legs: CurrentLeg[]; addons: RequestedAddon[] } {
  const directionOf = ({ quote }: CurrentLeg) => quote.direction ?? 'outbound'
  const stays = legs.filter((leg) => directionOf(leg) !== direction)
  const without = legs
    .filter((leg) => directionOf(leg) === direction)
    .reduce((known, { id }) => cancelByOperator(known, id), purchase)
  const plan = planAddons(
    without,
    addons,
    { legs: stays.map(addonLegOf), passengers: party.length },
    NOBODY_JOINS,
    offered,
  )
  return { purchase: waive(without, plan.excess), legs: stays, addons: plan.requests }
}
