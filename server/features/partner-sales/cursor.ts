import { z } from 'zod'
import { Id, Instant } from '../../../contract/scalars'
import { Refusal } from '../../http/refusal'

const Cursor = z.tuple([z.enum(['after', 'before']), Instant, Id])
/** A place in a list that is sorted by an instant, newest first, and the id. */
export type Cursor = z.output<typeof Cursor>

export const cursorText = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws Refusal malformed for a cursor that no page of ours carried. */
export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new Refusal('malformed', 'The cursor is not one that a page carried. Start again without it.')
  }
}
