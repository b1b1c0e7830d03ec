import { z } from 'zod'
import { Id, Instant } from '../../contract/core/scalars'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from '../http/refusal'

const Cursor = z.tuple([z.enum(['after', 'before']), Instant, Id, z.string()])
/** Position in a list that is sorted by an instant and the id, with the list's ordering. */
export type Cursor = z.output<typeof Cursor>

const cursorText = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Parses a cursor. @throws Refusal malformed for a cursor that this API did not issue, or of another ordering */
export function readCursor(text: string | undefined, ordering = ''): Cursor | null {
  if (text === undefined) return null
  const cursor = Cursor.safeParse(parsed(text))
  if (!cursor.success || cursor.data[3] !== ordering)
    throw new Refusal('malformed', sentence`The cursor does not belong to this list. Start again without it.`)
  return cursor.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

/** Sort key of a row: an instant, and the id. */
export type Place = readonly [at: string, id: string]

/**
 * Returns a page of sorted rows with the cursors of its neighbours.
 * @param found up to `limit + 1` rows; the extra one shows that there are more in the cursor's direction
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

/** Returns the page of a list that is completely in memory, sorted by its places. */
export function pageOfAll<T>(all: readonly T[], cursor: Cursor | null, limit: number, placeOf: (row: T) => Place) {
  if (cursor === null) return pageAround(all.slice(0, limit + 1), cursor, limit, placeOf)
  const [side, ...place] = cursor
  const isBeyond = (row: T) => compare(placeOf(row), place) * (side === 'after' ? 1 : -1) > 0
  const beyond = all.filter(isBeyond)
  const found = side === 'after' ? beyond.slice(0, limit + 1) : beyond.slice(-(limit + 1))
  return pageAround(found, cursor, limit, placeOf)
}

/** Returns a negative number if `a` comes first. */
export function compare([atA, idA]: Place, [atB, idB]: readonly [string, string, ...unknown[]]): number {
  const apart = Date.parse(atA) - Date.parse(atB)
  if (apart !== 0) return apart
  return idA < idB ? -1 : Number(idA > idB)
}
