import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import type { Context } from '../../../kernel/context'
import { provesPassword } from '../../../http/credential-attempt'
import { invalidAt, Refusal } from '../../../http/refusal'
import * as portal from './repository'

export const SLOWED = sentence`Too many failed attempts. Wait a quarter of an hour, then try again.`

/** Returns the calling person of a partner. @throws Refusal token_invalid for a deleted account */
export async function callingMember(db: Db, { partner }: Context): Promise<portal.Member> {
  const id = partner?.memberId ?? null
  const member = id === null ? undefined : await portal.getMember(db, id)
  if (!member) throw new Refusal('token_invalid', sentence`This account no longer exists.`)
  return member
}

/**
 * Returns the calling person after checking the password.
 * @param path field of the password
 * @throws Refusal validation on the field, too_many_requests
 */
export async function confirmedMember(
  db: Db,
  password: string,
  path: string,
  context: Context,
): Promise<portal.Member> {
  const member = await callingMember(db, context)
  if (await provesPassword(db, member, password, SLOWED, context)) return member
  throw invalidAt(path, sentence`This is not the current password.`, 'password_wrong')
}
