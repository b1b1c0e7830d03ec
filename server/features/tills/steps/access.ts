import type { TillSession } from '../../../../contract/operations/tills'
import { hasRight } from '../../../../contract/core/permissions'
import type { Reader } from '../../../db/transaction'
import type { Actor, Context } from '../../../http/context'
import { Refusal } from '../../../http/refusal'
import { readSession } from '../repository/sessions'

/** Who of the staff does it. @throws Error where nobody of the staff asks, whom no operation of tills lets in */
export function userOf({ actor }: Context): string {
  if (actor.kind !== 'user' || actor.id === null) throw new Error('Only people run tills.')
  return actor.id
}

/** Whose sessions somebody sees; null = everybody's. */
export const seenBy = (actor: Actor): string | null => (hasRight(actor.role, 'manage_tills') ? null : actor.id)

/** @throws Refusal not_found where there is no such session, or it is not theirs to see */
export async function sessionFor(reader: Reader, id: string, { actor }: Context): Promise<TillSession> {
  const session = await readSession(reader, id)
  if (!session || (seenBy(actor) !== null && session.user_id !== actor.id))
    throw new Refusal('not_found', 'There is no such session of a till.')
  return session
}
