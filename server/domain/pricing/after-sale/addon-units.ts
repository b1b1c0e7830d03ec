import { unitsOnJourney } from '../../../../contract/entities/addon-units'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { isSoldOn, type AddonForSale, type RequestedAddon } from '../addon-lines'
import type { TravelFacts } from '../rule-facts'
import type { Wanted } from './changes'
import type { CurrentLeg } from './legs'
import type { Item } from './purchase'

/** The facts of a leg that add-ons depend on. */
export interface AddonLeg {
  id: number
  direction: ReservationLeg['direction']
  /** Milliseconds since 1970. */
  departsAt: number
  travel: TravelFacts
}

export const addonLegOf = ({ id, departsAt, quote }: CurrentLeg): AddonLeg => ({
  id,
  direction: quote.direction ?? 'outbound',
  departsAt,
  travel: quote.travel,
})

/** The legs and passengers that add-ons are charged by. */
export interface AddonParty {
  legs: readonly AddonLeg[]
  passengers: number
}

/** Returns the legs that offer an add-on, in the requested direction if there is one. */
export const legsOffering = (
  addon: AddonForSale,
  { legs }: Pick<AddonParty, 'legs'>,
  { direction }: Pick<RequestedAddon, 'direction'>,
): AddonLeg[] =>
  legs.filter((leg) => (direction === undefined || leg.direction === direction) && isSoldOn(addon, leg.travel))

/** Returns all units of a request; none if no leg offers the add-on, or if it costs a share of the fare. */
export function unitsOfRequest(addon: AddonForSale, request: RequestedAddon, party: AddonParty): Wanted[] {
  const legs = legsOffering(addon, party, request)
  const [first] = legs.toSorted((a, b) => a.departsAt - b.departsAt)
  if (!first || addon.pricing === 'percent_of_fare') return []
  const count = unitsOnJourney(addon, request.quantity, party.passengers)
  const item: Item = { kind: 'addon', addonId: addon.id, ...directionOf(request) }
  return (addon.pricing === 'per_leg' ? legs : [first]).flatMap(({ id }) =>
    Array.from({ length: count }, () => ({ leg: id, item })),
  )
}

/** Returns the shares of seats, or of a hire, in an add-on that costs a share of the fare. */
export function sharesOfFares(
  addon: AddonForSale,
  request: RequestedAddon,
  legs: readonly AddonLeg[],
  travel: readonly Wanted[],
): Wanted[] {
  if (addon.pricing !== 'percent_of_fare') return []
  const offering = new Set(legsOffering(addon, { legs }, request).map(({ id }) => id))
  return travel
    .filter(({ leg }) => offering.has(leg))
    .map(({ leg, item }) => ({
      leg,
      item: {
        kind: 'share',
        addonId: addon.id,
        category: item.kind === 'seat' ? item.category : null,
        ...directionOf(request),
      },
    }))
}

const directionOf = ({ direction }: Pick<RequestedAddon, 'direction'>) => (direction ? { direction } : {})
