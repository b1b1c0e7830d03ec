import { sentence } from '../../../../contract/core/sentence'
import type { TillSession } from '../../../../contract/operations/tills'
import { hasRight } from '../../../../contract/core/permissions'
import type { Reader } from '../../../db/transaction'
import type { Actor, Context } from '../../../kernel/context'
import { roleOf } from '../../../http/admit'
import { Refusal } from '../../../http/refusal'
import { readSession } from '../repository/sessions'

/** Returns the id of the calling user. @throws Error for other actors, who have no access to operations of tills */
export function userOf({ actor }: Context): string {
  if (actor.kind !== 'user' || actor.id === null) throw new Error('Only users can run a till.')
  return actor.id
}

/** Returns the user that an actor's view of sessions is limited to; null = unlimited. */
export const seenBy = (actor: Actor): string | null => (hasRight(roleOf(actor), 'manage_tills') ? null : actor.id)

/** Returns a session. @throws Refusal not_found when it does not exist or is not visible to the caller */
export async function sessionFor(reader: Reader, id: string, { actor }: Context): Promise<TillSession> {
  const session = await readSession(reader, id)
  if (!session || (seenBy(actor) !== null && session.user_id !== actor.id))
    throw new Refusal('not_found', sentence`There is no till session with this id.`)
  return session
}
