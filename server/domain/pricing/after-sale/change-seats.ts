import type { AddonIssue, RequestedAddon } from '../addon-lines'
import type { Quote } from '../quote'
import type { Category } from '../rule-facts'
import { planAddons, sharesFor } from './addon-plan'
import { addonLegOf } from './addon-units'
import {
  addSale,
  buy,
  correctCategory,
  dropLastSale,
  findLeg,
  findPassengers,
  giveUp,
  replaceLeg,
  type Moment,
  type Wanted,
} from './changes'
import { isSameSegment, matchLegs, type CurrentLeg, type Segment } from './legs'
import { compareParties, countCategories, type Passenger } from './passengers'
import type { Purchase, SaleTerms } from './purchase'
import { valueOf } from './value'

/** The legs, passengers and add-ons of a reservation. */
export interface Travel<L extends Segment> {
  legs: readonly L[]
  party: readonly Passenger[]
  addons: readonly RequestedAddon[]
}

export type TermsOfToday = Omit<SaleTerms, 'rides' | 'run'>

export interface SeatsChanged {
  purchase: Purchase
  legs: CurrentLeg[]
  /** Requests that some leg still offers. */
  addons: RequestedAddon[]
  /** Whether anything is sold at current conditions. */
  isSale: boolean
  /** Whether anything is bought in addition to replacements. */
  adds: boolean
  /** Add-ons that cannot be sold as requested. */
  issues: AddonIssue[]
  /** What is sold now without a fare, by the index of its leg. */
  unpriced: Quote['unpriced']
}

/**
 * Changes sold seats. It first gives up what is no longer requested, then replaces legs and categories, then buys the
 * rest. Rule: docs/domain/pricing.md, "Changes after the sale".
 * @param isRebookable whether another service date is also a replacement
 */
export function changeSeats(
  purchase: Purchase,
  current: Travel<CurrentLeg>,
  request: Travel<Segment>,
  today: TermsOfToday,
  moment: Moment & { isRebookable: boolean },
): SeatsChanged {
  const legs = numberLegs(purchase, current.legs, request.legs, moment)
  const change = compareParties(current.party, request.party)
  const isLeft = ({ id }: CurrentLeg) => !legs.some(({ before }) => before?.id === id)
  const goneLegs = current.legs.filter(isLeft).flatMap(({ id }) => findLeg(purchase, id))
  let next = giveUp(purchase, [...goneLegs, ...findPassengers(purchase, change.leaving)], moment)

  const joining = {
    passengers: sumOf(change.joining),
    legs: new Set(legs.flatMap(({ before, id }) => (before ? [] : [id]))),
  }
  const party = { legs: legs.map(({ id, after }) => addonLegOf({ ...after, id })), passengers: request.party.length }
  const addons = planAddons(next, request.addons, party, joining, today.book.addons)
  next = giveUp(next, addons.excess, moment)

  const rides = new Map(legs.map(({ id, after }) => [id, after.quote]))
  const sale = addSale(next, { ...today, rides, run: null })
  const replaced = legs.filter(({ before, after }) => before && !isSameSegment(before, after))
  let sold = sale.purchase
  for (const { id, after } of replaced)
    sold = replaceLeg(sold, { leg: id, terms: sale.index, departsAt: after.departsAt }, moment)
  for (const correction of change.corrected) sold = correctCategory(sold, correction, moment)

  const seats = legs.flatMap(({ id, before }) => seatsOn(id, before ? change.joining : countCategories(request.party)))
  const shares = sharesFor(addons, today.book.addons, party.legs, seats)
  const wanted = [...seats, ...shares, ...addons.missing]
  const isSale = wanted.length > 0 || replaced.length > 0
  const newLegs = legs.filter(({ before }) => !before).map(boughtLegOf)
  const bought = wanted.length > 0 ? buy(sold, sale.index, { legs: newLegs, wanted }) : sold
  return {
    purchase: isSale ? bought : dropLastSale(bought),
    legs: legs.map(({ id, after }) => ({ ...after, id })),
    addons: addons.requests,
    isSale,
    adds: wanted.length > 0,
    issues: addons.issues,
    unpriced: isSale ? findUnpriced(bought, sale.index, legs) : [],
  }
}

interface NumberedLeg {
  id: number
  before: CurrentLeg | null
  after: Segment
}

/** Remaining legs keep their number. A new leg gets a number that no leg has had. */
function numberLegs(
  purchase: Purchase,
  current: readonly CurrentLeg[],
  requested: readonly Segment[],
  options: { isRebookable: boolean },
): NumberedLeg[] {
  let last = Math.max(0, ...purchase.legs.map(({ id }) => id))
  return matchLegs(current, requested, options).map((leg) => ({ ...leg, id: leg.before?.id ?? ++last }))
}

const directionOf = ({ quote }: Segment) => quote.direction ?? 'outbound'

const boughtLegOf = ({ id, after }: NumberedLeg) => ({
  id,
  direction: directionOf(after),
  departsAt: after.departsAt,
})

const sumOf = (counts: ReadonlyMap<Category, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)

const seatsOn = (leg: number, party: ReadonlyMap<Category, number>): Wanted[] =>
  [...party].flatMap(([category, count]) =>
    Array.from({ length: count }, (): Wanted => ({ leg, item: { kind: 'seat', category } })),
  )

/** The parts of a sale that no fare applies to. */
function findUnpriced(purchase: Purchase, terms: number, legs: readonly NumberedLeg[]): Quote['unpriced'] {
  return valueOf(purchase)
    .filter((batch) => batch.terms === terms)
    .flatMap((batch) =>
      batch.priced.unpriced.flatMap(({ leg, category }) => {
        const place = legs.findIndex(({ id }) => id === batch.legs[leg])
        return place === -1 ? [] : [{ leg: place, category }]
      }),
    )
}
