import { checkPassword } from '../../adapters/passwords'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { bounded, refuseAfterFailures } from '../../http/guessing'
import { Refusal, invalid } from '../../http/refusal'
import * as accounts from './repository'

/** @param name as typed, in small letters. @throws Refusal too_many_requests after too many failures */
export const refuseGuessing = (db: Db, name: string, { ip, now }: Context): Promise<void> =>
  refuseAfterFailures(
    (since) => accounts.countFailures(db, name, ip ?? '', since),
    now(),
    'Too many failed sign-ins. Wait a quarter of an hour, or ask an administrator.',
  )

export const noteFailure = (db: Db, name: string, { ip, now }: Context) =>
  accounts.recordFailure(db, name, ip ?? '', now())

/**
 * The caller's account, once the password proves that it is still the caller who sits there.
 * @param path the field that the password came in
 * @throws Refusal not_authenticated, validation on the field, too_many_requests
 */
export async function confirmedAccount(
  db: Db,
  password: string,
  path: string,
  context: Context,
): Promise<accounts.Account> {
  const account = context.actor.id === null ? undefined : await accounts.getAccount(db, context.actor.id)
  if (!account) throw new Refusal('not_authenticated')
  const name = account.username.toLowerCase()
  await refuseGuessing(db, name, context)
  if (await bounded(checkPassword(account.password_hash, password))) return account
  await noteFailure(db, name, context)
  throw invalid([{ path, message: 'This is not the present password.' }])
}
