import type { Db } from '../../../db/database'
import type { Context } from '../../../http/context'
import { provesPassword } from '../../../http/login-throttle'
import { invalidAt, Refusal } from '../../../http/refusal'
import * as portal from './repository'

export const SLOWED = 'Too many failed attempts. Wait a quarter of an hour, then try again.'

/** The person of a partner who calls. @throws Refusal token_invalid for an account that is gone */
export async function callingMember(db: Db, { partner }: Context): Promise<portal.Member> {
  const id = partner?.memberId ?? null
  const member = id === null ? undefined : await portal.getMember(db, id)
  if (!member) throw new Refusal('token_invalid', 'This account is gone.')
  return member
}

/**
 * The same, once the password proves who sits there.
 * @param path of the field that the password came in
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
  throw invalidAt(path, 'This is not the present password.', 'password_wrong')
}
