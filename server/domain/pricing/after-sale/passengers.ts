import type { Category } from '../rule-facts'

export interface Passenger {
  category: Category
  name: string | null
}

export interface Correction {
  from: Category
  to: Category
  count: number
}

/** How a party becomes another: some go, then wrong categories are put right, then others join. */
export interface PartyChange {
  leaving: ReadonlyMap<Category, number>
  corrected: readonly Correction[]
  joining: ReadonlyMap<Category, number>
}

/**
 * Compares two parties. Whoever has the same name, or without a name the same place in a party of the same size, and
 * another category was entered wrongly; anybody else goes or joins. An infant who is to travel otherwise is sold a seat of
 * today, for it had none.
 */
export function compareParties(before: readonly Passenger[], after: readonly Passenger[]): PartyChange {
  const pairs = pairPassengers(before, after)
  const corrected = countCorrections(pairs)
  const [left, right] = [countCategories(before), countCategories(after)]
  for (const { from, to, count } of corrected) {
    left.set(from, (left.get(from) ?? 0) - count)
    right.set(to, (right.get(to) ?? 0) - count)
  }
  return { leaving: subtract(left, right), corrected, joining: subtract(right, left) }
}

/** The same people in both, each once. */
function pairPassengers(before: readonly Passenger[], after: readonly Passenger[]): [Passenger, Passenger][] {
  const pairs = before.flatMap((each): [Passenger, Passenger][] => {
    const [known, second] = each.name === null ? [] : after.filter(({ name }) => name === each.name)
    const isOnly = before.filter(({ name }) => name === each.name).length === 1
    return known && !second && isOnly ? [[each, known]] : []
  })
  if (before.length !== after.length) return pairs
  const paired = new Set(pairs.flat())
  const byPlace = before.flatMap((each, place): [Passenger, Passenger][] => {
    const other = after[place]
    const isFree = other && !paired.has(each) && !paired.has(other)
    return isFree && (each.name === null || other.name === null) ? [[each, other]] : []
  })
  return [...pairs, ...byPlace]
}

/** Counts who changes from one category to another; two that change places are none. */
function countCorrections(pairs: readonly (readonly [Passenger, Passenger])[]): Correction[] {
  const counts = new Map<string, Correction>()
  for (const [{ category: from }, { category: to }] of pairs) {
    const opposite = counts.get(`${to} ${from}`)
    const known = counts.get(`${from} ${to}`) ?? { from, to, count: 0 }
    if (from === to || from === 'infant') continue
    if (opposite && opposite.count > 0) opposite.count -= 1
    else counts.set(`${from} ${to}`, { ...known, count: known.count + 1 })
  }
  return [...counts.values()].filter(({ count }) => count > 0)
}

/** How many there are of each category. */
export function countCategories(party: readonly Pick<Passenger, 'category'>[]): Map<Category, number> {
  const counts = new Map<Category, number>()
  for (const { category } of party) counts.set(category, (counts.get(category) ?? 0) + 1)
  return counts
}

/** How many more there are of each category. */
const subtract = (counts: ReadonlyMap<Category, number>, less: ReadonlyMap<Category, number>): Map<Category, number> =>
  new Map(
    [...counts].flatMap(([category, count]) => {
      const more = count - (less.get(category) ?? 0)
      return more > 0 ? [[category, more] as const] : []
    }),
  )
