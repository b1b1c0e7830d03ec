import type { RuleDimension } from '../../../contract/core/vocabulary'
import { fareFor } from './fares'
import { factsOf, quoteSeats, rideOf, type LegToQuote, type PriceBook } from './quote'
import { narrowBook, holdsSomewhere, type RuleBook } from './rule-book'
import type { Category, Sale } from './rule-facts'

/** Rule dimensions that may differ between days. Currency is one, because fares may change their currency. */
const DAY_DIMENSIONS: ReadonlySet<RuleDimension> = new Set([
  'season',
  'weekday',
  'travel_date',
  'lead_time',
  'currency',
] as const)

export interface Passengers {
  category: Category
  count: number
}

/** A fare after rules, limits and rounding, in minor units. */
interface DayPrice {
  fare: number
  currency: string
}

/**
 * Prices the same leg on several days; null if no fare applies. Conditions that do not depend on the day are tested once,
 * and days with the same rules and fare are priced once, because a price grid is drawn while the user types.
 */
export function quoteDays(
  legs: readonly LegToQuote[],
  { category, count, sale }: Passengers & { sale: Sale },
  book: PriceBook,
): (DayPrice | null)[] {
  const party = new Map([[category, count]])
  const factsFor = ({ travel }: LegToQuote, currency: string) =>
    factsOf(travel, { sale, currency, categories: [category], partySize: count }, book)
  const [first] = legs
  if (!first) return []
  const rules = narrowBook(book.rules, factsFor(first, ''), DAY_DIMENSIONS)
  const ready = { ...book, rules }
  const known = new Map<string, DayPrice>()
  return legs.map((leg) => {
    const fare = fareFor(leg.fares, rideOf(leg, category))
    if (!fare) return null
    const key = `${fare.amount_minor} ${fare.currency} ${holdingRules(rules, factsFor(leg, fare.currency))}`
    const before = known.get(key)
    if (before) return before
    const made = { legs: [leg], party, sale, addons: [], override: null, traced: false }
    const price = { fare: quoteSeats(made, ready).fare, currency: fare.currency }
    known.set(key, price)
    return price
  })
}

/** Returns one digit for each rule: 1 if it applies, else 0. */
function holdingRules(rules: RuleBook, facts: Parameters<typeof holdsSomewhere>[1][number]): string {
  let marks = ''
  for (const stage of [rules.base_override, rules.fare_adjust, rules.total_adjust, rules.limit])
    for (const { tests } of stage) marks += holdsSomewhere(tests, [facts]) ? '1' : '0'
  return marks
}
