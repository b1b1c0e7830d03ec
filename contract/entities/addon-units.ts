import type { Addon } from './addon'

type Pricing = Pick<Addon, 'pricing'>

/** Whether the number that is wished counts; of any other add-on there is one, or one for each passenger. */
export const isCounted = ({ pricing }: Pricing): boolean => pricing === 'per_unit' || pricing === 'per_leg'

/**
 * Units of an add-on on each journey of a reservation: what stocks, manifests and room on the vehicle count.
 * @param passengers who travel, infants too
 */
export function unitsOnJourney(addon: Pricing, wished: number, passengers: number): number {
  if (isCounted(addon)) return wished
  return addon.pricing === 'per_passenger' ? passengers : 1
}

/** Units of its price that an add-on is charged: what prices and the most per reservation count. */
export const unitsCharged = (
  addon: Pricing,
  wished: number,
  { passengers, legs }: { passengers: number; legs: number },
): number => unitsOnJourney(addon, wished, passengers) * (addon.pricing === 'per_leg' ? legs : 1)
