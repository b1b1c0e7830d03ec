import { sentence, type Sentence } from '../../../contract/core/sentence'
import { unitsCharged, unitsOnJourney } from '../../../contract/entities/addon-units'
import type { Addon } from '../../../contract/entities/addon'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import type { Facts } from './rule-facts'
import { shareOf } from './exact'
import type { DraftLine } from './price'

export type AddonForSale = Pick<
  Addon,
  | 'id'
  | 'code'
  | 'name'
  | 'pricing'
  | 'amount_minor'
  | 'percent_bp'
  | 'currency'
  | 'tax_rate_bp'
  | 'max_per_reservation'
  | 'route_ids'
  | 'vehicle_type_ids'
  | 'service_kinds'
  | 'mandatory'
  | 'refundable'
>

export interface RequestedAddon {
  addon_id: string
  quantity: number
  /** The only direction that it is requested for; absent = all legs. */
  direction?: ReservationLeg['direction'] | undefined
}

/** An add-on request that cannot be sold; `index` is its position among the requests, from 0. */
export interface AddonIssue {
  index: number
  reason: 'unknown' | 'not_here' | 'too_many' | 'currency'
  /** The most that may be sold, for `too_many`. */
  max: number | null
}

/** A sold add-on with its number of units on each journey that has it. */
export interface AddonUnits {
  addon_id: string
  units: number
  /** The only direction that has it; absent = both. */
  direction?: ReservationLeg['direction']
  /** Positions of the legs that have it, from 1; absent = all legs of its direction. */
  legs?: number[]
}

export interface PricedAddon extends Omit<AddonUnits, 'addon_id'> {
  addon: AddonForSale
  line: DraftLine
}

/** Returns whether a leg has a sold add-on. @param position of the leg in its reservation, from 1 */
export const hasAddon = (
  { direction, legs }: Pick<AddonUnits, 'direction' | 'legs'>,
  leg: Pick<ReservationLeg, 'direction'>,
  position: number,
): boolean =>
  (direction === undefined || leg.direction === direction) && (legs === undefined || legs.includes(position))

interface Party {
  passengers: number
  /** Direction of each leg. */
  directions: readonly ReservationLeg['direction'][]
  /** Fare after limits and rounding, minor units. */
  fare: number
  currency: string
}

/** Returns whether an add-on is sold on this part of the travel. An empty list allows every value. */
export function isSoldOn(
  addon: Pick<AddonForSale, 'route_ids' | 'vehicle_type_ids' | 'service_kinds'>,
  facts: Pick<Facts, 'routeId' | 'vehicleTypeId' | 'serviceKind'>,
): boolean {
  const allows = <T>(list: readonly T[], value: T | null) =>
    list.length === 0 || (value !== null && list.includes(value))
  return (
    allows(addon.route_ids, facts.routeId) &&
    allows(addon.vehicle_type_ids, facts.vehicleTypeId) &&
    allows(addon.service_kinds, facts.serviceKind)
  )
}

/** Prices the requested add-ons and the mandatory add-ons that some leg offers. */
export function addonLines(
  requests: readonly RequestedAddon[],
  addons: readonly AddonForSale[],
  facts: readonly Facts[],
  party: Party,
): { priced: PricedAddon[]; issues: AddonIssue[] } {
  const issues: AddonIssue[] = []
  const chosen: { addon: AddonForSale; quantity: number; direction?: Direction }[] = []
  const offering: LegsOffering = (addon, direction) =>
    facts.flatMap((each, leg) => (isOn(party.directions[leg], direction) && isSoldOn(addon, each) ? leg + 1 : []))
  const fits = (addon: AddonForSale, direction?: Direction) => offering(addon, direction).length > 0
  const isOtherMoney = (addon: AddonForSale) => addon.currency !== null && addon.currency !== party.currency
  requests.forEach(({ addon_id, quantity, direction: requested }, index) => {
    const addon = addons.find((candidate) => candidate.id === addon_id)
    // A mandatory add-on applies to all legs, whatever direction is requested.
    const direction = addon?.mandatory ? undefined : requested
    const refuse = (reason: AddonIssue['reason'], max: number | null = null) => issues.push({ index, reason, max })
    if (!addon) return refuse('unknown')
    if (!fits(addon, direction)) return refuse('not_here')
    if (isOtherMoney(addon)) return refuse('currency')
    const max = addon.max_per_reservation
    const own = { addon, quantity, ...(direction && { direction }) }
    if (max !== null && mostCharged(addon, [...chosen, own], party, offering) > max) return refuse('too_many', max)
    return chosen.push(own)
  })
  const requested = new Set(requests.map((request) => request.addon_id))
  for (const addon of addons)
    if (addon.mandatory && !requested.has(addon.id) && fits(addon) && !isOtherMoney(addon))
      chosen.push({ addon, quantity: 1 })
  const priced = chosen.map(({ addon, quantity, direction }) => {
    const legs = offering(addon, direction)
    const all = party.directions.filter((each) => isOn(each, direction))
    return {
      addon,
      line: { ...lineOf(addon, quantity, party, legs.length), ...(direction && { direction }) },
      units: unitsOnJourney(addon, quantity, party.passengers),
      ...(direction && { direction }),
      ...(legs.length < all.length && { legs }),
    }
  })
  return { priced, issues }
}

type Direction = ReservationLeg['direction']
const DIRECTIONS: readonly Direction[] = ['outbound', 'return']

/** Returns the positions of the legs that offer an add-on, from 1. */
type LegsOffering = (addon: AddonForSale, direction?: Direction) => number[]

const isOn = (leg: Direction | undefined, direction: Direction | undefined): boolean =>
  direction === undefined || leg === direction

/**
 * Returns the units of an add-on that count against `max_per_reservation`. Requests for the same direction are added. Of
 * the outbound and return units only the larger number counts, unless the add-on is priced per leg.
 */
function mostCharged(
  addon: AddonForSale,
  chosen: readonly { addon: AddonForSale; quantity: number; direction?: Direction }[],
  { passengers }: Pick<Party, 'passengers'>,
  offering: LegsOffering,
): number {
  const own = chosen.filter((each) => each.addon === addon)
  const charged = (direction: Direction | undefined) => {
    const requested = own
      .filter((each) => each.direction === direction)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return requested === 0 ? 0 : unitsCharged(addon, requested, { passengers, legs: offering(addon, direction).length })
  }
  const [out = 0, back = 0] = DIRECTIONS.map(charged)
  return charged(undefined) + (addon.pricing === 'per_leg' ? out + back : Math.max(out, back))
}

function lineOf(addon: AddonForSale, requested: number, party: Party, legs: number): DraftLine {
  const share = addon.percent_bp === null ? null : shareOf(party.fare, addon.percent_bp)
  return {
    kind: 'addon',
    code: addon.code,
    label: addon.name,
    quantity: unitsCharged(addon, requested, { passengers: party.passengers, legs }),
    unit_minor: share ?? addon.amount_minor ?? 0,
    percent_bp: addon.percent_bp,
    base_minor: share === null ? null : party.fare,
  }
}

/** Returns the fact and the remedy. */
export function addonIssueText({ reason, max }: AddonIssue): Sentence {
  if (reason === 'too_many') return sentence`One reservation can have at most ${max ?? 0} of this add-on: choose fewer.`
  if (reason === 'not_here') return sentence`This add-on is not sold on this journey: leave it out.`
  if (reason === 'currency') return sentence`This add-on is sold in another currency: leave it out.`
  return sentence`This add-on is not on sale. Choose one from the list.`
}
