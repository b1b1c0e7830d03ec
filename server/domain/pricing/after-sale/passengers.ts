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

/** The difference of two parties: passengers leave, then categories are corrected, then passengers join. */
export interface PartyChange {
  leaving: ReadonlyMap<Category, number>
  corrected: readonly Correction[]
  joining: ReadonlyMap<Category, number>
}

/**
 * Compares two parties. A passenger with the same name, or without a name the same place in a party of the same size, but
 * another category is a correction. All others leave or join. An infant that changes category is sold a seat at current
 * conditions, because it had none.
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

/** Pairs the same persons of both parties, each once. */
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

/** Counts corrections by category. Two passengers that swap categories count as none. */
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

/** Returns the number of passengers of each category. */
export function countCategories(party: readonly Pick<Passenger, 'category'>[]): Map<Category, number> {
  const counts = new Map<Category, number>()
  for (const { category } of party) counts.set(category, (counts.get(category) ?? 0) + 1)
  return counts
}

/** Number of additional passengers of each category. */
const subtract = (counts: ReadonlyMap<Category, number>, less: ReadonlyMap<Category, number>): Map<Category, number> =>
  new Map(
    [...counts].flatMap(([category, count]) => {
      const more = count - (less.get(category) ?? 0)
      return more > 0 ? [[category, more] as const] : []
    }),
  )
