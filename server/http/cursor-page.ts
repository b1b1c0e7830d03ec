import { cursorText, type Cursor } from './cursor'

/** What a row is sorted by: an instant, and the id. */
export type Place = readonly [at: string, id: string]

/**
 * The page that rows in their order make, with the cursors to its neighbours. One row more than a page holds tells
 * that there is more on the side that the cursor looks to.
 */
export function pageAround<T>(
  found: readonly T[],
  cursor: Cursor | null,
  limit: number,
  placeOf: (row: T) => Place,
  ordering = '',
) {
  const back = cursor?.[0] === 'before'
  const more = found.length > limit
  const results = back ? found.slice(-limit) : found.slice(0, limit)
  const [first, last] = [results[0], results.at(-1)]
  const hasNext = back || more
  const hasPrevious = back ? more : cursor !== null
  return {
    results,
    next: last !== undefined && hasNext ? cursorText(['after', ...placeOf(last), ordering]) : null,
    previous: first !== undefined && hasPrevious ? cursorText(['before', ...placeOf(first), ordering]) : null,
  }
}

/** The page of a list that is at hand whole, sorted by its places. */
export function pageOfAll<T>(all: readonly T[], cursor: Cursor | null, limit: number, placeOf: (row: T) => Place) {
  if (cursor === null) return pageAround(all.slice(0, limit + 1), cursor, limit, placeOf)
  const [side, ...place] = cursor
  const isBeyond = (row: T) => compare(placeOf(row), place) * (side === 'after' ? 1 : -1) > 0
  const beyond = all.filter(isBeyond)
  const found = side === 'after' ? beyond.slice(0, limit + 1) : beyond.slice(-(limit + 1))
  return pageAround(found, cursor, limit, placeOf)
}

/** Below zero where `a` comes first. */
export function compare([atA, idA]: Place, [atB, idB]: readonly [string, string, ...unknown[]]): number {
  const apart = Date.parse(atA) - Date.parse(atB)
  if (apart !== 0) return apart
  return idA < idB ? -1 : Number(idA > idB)
}
