import { LOGIN_FAILURES_PER_ACCOUNT, LOGIN_FAILURES_PER_ADDRESS, LOGIN_WINDOW_S } from '../../../contract/limits'
import { HashQueueFull, checkPassword } from '../../adapters/passwords'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { Refusal, invalid } from '../../http/refusal'
import * as accounts from './repository'

/** @param name as typed, in small letters. @throws Refusal too_many_requests after too many failures */
export async function refuseGuessing(db: Db, name: string, { ip, now }: Context): Promise<void> {
  const since = new Date(now().getTime() - LOGIN_WINDOW_S * 1000)
  const failures = await accounts.countFailures(db, name, ip ?? '', since)
  if (failures.for_account < LOGIN_FAILURES_PER_ACCOUNT && failures.from_address < LOGIN_FAILURES_PER_ADDRESS) return
  throw new Refusal(
    'too_many_requests',
    'Too many failed sign-ins. Wait a quarter of an hour, or ask an administrator.',
    { retryAfterS: LOGIN_WINDOW_S },
  )
}

export const noteFailure = (db: Db, name: string, { ip, now }: Context) =>
  accounts.recordFailure(db, name, ip ?? '', now())

/** @throws Refusal too_many_requests when too many people wait for a hash already. */
export async function bounded<T>(hashing: Promise<T>): Promise<T> {
  try {
    return await hashing
  } catch (error) {
    if (error instanceof HashQueueFull)
      throw new Refusal('too_many_requests', 'Many people sign in just now. Try again in a few seconds.', {
        retryAfterS: 2,
      })
    throw error
  }
}

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
