import type { RequestedAddon } from '../addon-lines'
import type { HireToQuote } from '../quote'
import { planAddons, sharesFor } from './addon-plan'
import type { SeatsChanged, TermsOfToday } from './change-seats'
import { addSale, buy, dropLastSale, giveUp, replaceLeg, replaceRun, type Moment, type Wanted } from './changes'
import { isTravel, saleAt, type Purchase } from './purchase'
import { valueOf } from './value'

/** The run of a hire with its add-ons. */
export interface HiredRun {
  /** Local day of its start, `YYYY-MM-DD`. */
  day: string
  /** Milliseconds since 1970. */
  departsAt: number
  /** Pricing input under the current tariff. */
  quote: HireToQuote
  addons: readonly RequestedAddon[]
}

export type HireChanged = Omit<SeatsChanged, 'legs'>

/**
 * Changes a sold hire. The same vehicle type between the same zones on the same day keeps the conditions of its sale. Any
 * other run of that day is a replacement, and a run of another day is a new sale.
 * Rule: docs/domain/pricing.md, "Changes after the sale".
 * @param isRebookable whether a run of another day is also a replacement
 */
export function changeHire(
  purchase: Purchase,
  current: HiredRun,
  request: HiredRun,
  today: TermsOfToday,
  moment: Moment & { isRebookable: boolean },
): HireChanged {
  const bought = purchase.units.find(({ item }) => item.kind === 'run')
  const isReplaced = bought !== undefined && (current.day === request.day || moment.isRebookable)
  const isSameKind = isReplaced && current.day === request.day && isSameTariff(current.quote, request.quote)
  const left = isReplaced ? purchase : giveUp(purchase, purchase.units, moment)
  const sale = addSale(left, { ...today, rides: new Map(), run: request.quote })
  const leg = isReplaced ? bought.leg : Math.max(0, ...purchase.legs.map(({ id }) => id)) + 1
  const replaced = !isReplaced
    ? sale.purchase
    : isSameKind
      ? replaceRun(
          sale.purchase,
          {
            leg,
            run: { ...request.quote, tariff: saleAt(purchase, bought.terms).run?.tariff ?? null },
            departsAt: request.departsAt,
          },
          moment,
        )
      : replaceLeg(sale.purchase, { leg, terms: sale.index, departsAt: request.departsAt }, moment)
  const party = {
    legs: [{ id: leg, direction: 'outbound' as const, departsAt: request.departsAt, travel: request.quote.travel }],
    passengers: request.quote.passengers,
  }
  const joining = {
    passengers: Math.max(0, request.quote.passengers - current.quote.passengers),
    legs: new Set(isReplaced ? [] : [leg]),
  }
  const addons = planAddons(replaced, request.addons, party, joining, today.book.addons)
  const fitted = giveUp(replaced, addons.excess, moment)
  const run: Wanted[] = isReplaced ? [] : [{ leg, item: { kind: 'run' } }]
  const wanted = [...run, ...sharesFor(addons, today.book.addons, party.legs, run), ...addons.missing]
  const legs = isReplaced ? [] : [{ id: leg, direction: 'outbound' as const, departsAt: request.departsAt }]
  const next = wanted.length > 0 ? buy(fitted, sale.index, { legs, wanted }) : fitted
  const isSale = wanted.length > 0 || (isReplaced && !isSameKind)
  return {
    purchase: isSale ? next : dropLastSale(next),
    addons: addons.requests,
    isSale,
    adds: wanted.length > 0,
    // A hire does not lose a requested add-on silently.
    issues: [...addons.issues, ...addons.unoffered.map((index) => ({ index, reason: 'not_here' as const, max: null }))],
    // A manual price needs no tariff.
    unpriced: valueOf(next)
      .filter(({ units, terms }) => units.some(isTravel) && !saleAt(next, terms).byHand)
      .flatMap(({ priced }) => priced.unpriced),
  }
}

const isSameTariff = ({ travel: a }: HireToQuote, { travel: b }: HireToQuote): boolean =>
  a.vehicleTypeId === b.vehicleTypeId && a.fromZone === b.fromZone && a.toZone === b.toZone
