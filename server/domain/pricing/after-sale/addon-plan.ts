import { groupBy } from '../../group-by'
import type { AddonForSale, AddonIssue, AddonUnits, RequestedAddon } from '../addon-lines'
import { legsOffering, sharesOfFares, unitsOfRequest, type AddonLeg, type AddonParty } from './addon-units'
import { findAddonUnits, type Wanted } from './changes'
import { isTravel, saleAt, type Purchase, type Unit } from './purchase'

export interface AddonPlan {
  /** Units to be given up. */
  excess: Unit[]
  /** Units to be bought. */
  missing: Wanted[]
  /** Requests that some leg still offers, including add-ons that cost a share of the fare. */
  requests: RequestedAddon[]
  /** Mandatory add-ons that are sold with what is bought. */
  mandatory: AddonForSale[]
  /** Indexes of requests that no leg offers. */
  unoffered: number[]
  issues: AddonIssue[]
}

/** Passengers and legs that join a reservation, for mandatory add-ons. */
interface Joining {
  passengers: number
  /** Numbers of the new legs. */
  legs: ReadonlySet<number>
}

/**
 * Compares the bought add-ons with those that travel and party require now. An add-on keeps the pricing type that it was
 * bought with. More units are sold as offered today, and none if it is no longer offered.
 */
export function planAddons(
  purchase: Purchase,
  requests: readonly RequestedAddon[],
  party: AddonParty,
  joining: Joining,
  offered: readonly AddonForSale[],
): AddonPlan {
  const plan: AddonPlan = { excess: [], missing: [], requests: [], mandatory: [], unoffered: [], issues: [] }
  const isRequested = (id: string) => requests.some(({ addon_id }) => addon_id === id)
  requests.forEach((request, index) => {
    const bought = findBought(purchase, request.addon_id)
    const today = offered.find(({ id }) => id === request.addon_id)
    const addon = bought ?? today
    const refuse = (reason: AddonIssue['reason'], max: number | null = null) => plan.issues.push({ index, reason, max })
    if (!addon) return refuse('unknown')
    if (legsOffering(addon, party, request).length === 0) {
      plan.excess.push(...findAddonUnits(purchase, request, Infinity))
      plan.unoffered.push(index)
      return undefined
    }
    plan.requests.push(request)
    if (addon.pricing === 'percent_of_fare') return undefined
    const target = unitsOfRequest(addon, request, party)
    const { excess, missing } = compareUnits(purchase, request, target, addon.pricing === 'per_leg')
    plan.excess.push(...excess)
    if (missing.length === 0 || !today) return undefined
    plan.missing.push(...missing)
    const max = today.max_per_reservation
    return max !== null && target.length > max ? refuse('too_many', max) : undefined
  })
  for (const addon of boughtByRule(purchase).filter(({ id }) => !isRequested(id))) {
    const request = { addon_id: addon.id, quantity: 1 }
    const target = unitsOfRequest(addon, request, party)
    if (addon.pricing === 'percent_of_fare') continue
    plan.excess.push(...compareUnits(purchase, request, target, addon.pricing === 'per_leg').excess)
  }
  plan.mandatory = offered.filter(({ mandatory, id }) => mandatory && !isRequested(id))
  for (const addon of plan.mandatory) plan.missing.push(...joiningUnits(purchase, addon, party, joining))
  return plan
}

/** Returns the shares of the bought travel in requested and mandatory add-ons that cost a share of the fare. */
export const sharesFor = (
  { requests, mandatory }: Pick<AddonPlan, 'requests' | 'mandatory'>,
  offered: readonly AddonForSale[],
  legs: readonly AddonLeg[],
  travel: readonly Wanted[],
): Wanted[] =>
  [...requests, ...mandatory.map(({ id }) => ({ addon_id: id, quantity: 1 }))].flatMap((request) => {
    const addon = offered.find(({ id }) => id === request.addon_id)
    return addon ? sharesOfFares(addon, request, legs, travel) : []
  })

/** Returns the add-on as last bought; undefined if no unit is left. */
function findBought(purchase: Purchase, id: string): AddonForSale | undefined {
  const unit = purchase.units.findLast(({ item }) => 'addonId' in item && item.addonId === id)
  return unit && saleAt(purchase, unit.terms).book.addons.find((addon) => addon.id === id)
}

/** Returns the mandatory add-ons that remain in the purchase. */
function boughtByRule(purchase: Purchase): AddonForSale[] {
  const ids = new Set(purchase.units.flatMap(({ item }) => ('addonId' in item ? [item.addonId] : [])))
  return [...ids].flatMap((id) => {
    const addon = findBought(purchase, id)
    return addon?.mandatory ? [addon] : []
  })
}

/** A mandatory add-on is sold with the first sale, and again for each passenger or leg that joins. */
function joiningUnits(purchase: Purchase, addon: AddonForSale, party: AddonParty, joining: Joining): Wanted[] {
  const request = { addon_id: addon.id, quantity: 1 }
  if (!purchase.units.some(isTravel)) return unitsOfRequest(addon, request, party)
  if (addon.pricing === 'per_passenger')
    return unitsOfRequest(addon, request, { ...party, passengers: joining.passengers })
  if (addon.pricing !== 'per_leg') return []
  return unitsOfRequest(addon, request, { ...party, legs: party.legs.filter(({ id }) => joining.legs.has(id)) })
}

function compareUnits(
  purchase: Purchase,
  request: RequestedAddon,
  target: readonly Wanted[],
  isByLeg: boolean,
): { excess: Unit[]; missing: Wanted[] } {
  const units = findAddonUnits(purchase, request, Infinity)
  if (!isByLeg) return compareCounts(units, target)
  const legs = [...new Set([...units, ...target].map(({ leg }) => leg))]
  const byLeg = legs.map((id) =>
    compareCounts(
      units.filter(({ leg }) => leg === id),
      target.filter(({ leg }) => leg === id),
    ),
  )
  return { excess: byLeg.flatMap(({ excess }) => excess), missing: byLeg.flatMap(({ missing }) => missing) }
}

/** @param units the latest last */
function compareCounts(units: readonly Unit[], target: readonly Wanted[]) {
  return { excess: units.slice(target.length), missing: target.slice(units.length) }
}

/** Returns the units of each add-on on each leg that has it, for stocks and manifests. @param legs the current ones */
export function addonUnitsOf(purchase: Purchase, legs: readonly AddonLeg[]): AddonUnits[] {
  const groups = groupBy(
    purchase.units.filter(({ item }) => 'addonId' in item),
    ({ item }) => ('addonId' in item ? `${item.addonId} ${item.direction}` : ''),
  )
  return [...groups.values()].flatMap((units): AddonUnits[] => {
    const item = units[0]?.item
    if (!item || !('addonId' in item)) return []
    const { direction } = item
    const addon = findBought(purchase, item.addonId)
    const isByLeg = addon?.pricing === 'per_leg'
    const having = new Set((isByLeg || !addon ? units : legsOffering(addon, { legs }, item)).map(legNumber))
    const count = item.kind === 'share' ? 1 : units.length / (isByLeg ? having.size : 1)
    const own = legs.filter((leg) => direction === undefined || leg.direction === direction)
    const isOnAll = own.every(({ id }) => having.has(id))
    return [
      {
        addon_id: item.addonId,
        units: count,
        ...(direction && { direction }),
        ...(!isOnAll && { legs: legs.flatMap(({ id }, index) => (having.has(id) ? index + 1 : [])) }),
      },
    ]
  })
}

const legNumber = (part: Unit | AddonLeg): number => ('leg' in part ? part.leg : part.id)
