import { z } from 'zod'
import { Id, Instant } from '../../contract/core/scalars'
import { Refusal } from './refusal'

const Cursor = z.tuple([z.enum(['after', 'before']), Instant, Id, z.string()])
/** A place in a list that is sorted by an instant and the id, and how that list was sorted. */
export type Cursor = z.output<typeof Cursor>

export const cursorText = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws Refusal malformed for a cursor that no page of ours carried, or that another ordering has. */
export function readCursor(text: string | undefined, ordering = ''): Cursor | null {
  if (text === undefined) return null
  const cursor = Cursor.safeParse(parsed(text))
  if (!cursor.success || cursor.data[3] !== ordering)
    throw new Refusal('malformed', 'The cursor is not one that a page of this list carried. Start again without it.')
  return cursor.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
