import type { Addon } from './addon'

type Pricing = Pick<Addon, 'pricing'>

/** Returns whether the requested quantity counts; any other add-on has one unit, or one for each passenger. */
export const isCounted = ({ pricing }: Pricing): boolean => pricing === 'per_unit' || pricing === 'per_leg'

/**
 * Returns the units of an add-on on each journey of a reservation, used for stock, manifests and vehicle capacity.
 * @param passengers who travel, including infants
 */
export function unitsOnJourney(addon: Pricing, requested: number, passengers: number): number {
  if (isCounted(addon)) return requested
  return addon.pricing === 'per_passenger' ? passengers : 1
}

/** Returns the charged units of an add-on, used for prices and the maximum per reservation. */
export const unitsCharged = (
  addon: Pricing,
  requested: number,
  { passengers, legs }: { passengers: number; legs: number },
): number => unitsOnJourney(addon, requested, passengers) * (addon.pricing === 'per_leg' ? legs : 1)
