import type { Db } from '../../db/database'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { addressOf, beginAttempt, provesPassword, type Attempt } from '../../http/login-throttle'
import { Refusal, invalid } from '../../http/refusal'
import * as accounts from './repository'

export const SLOWED = 'Too many failed attempts. Wait a quarter of an hour, or ask an administrator.'

/**
 * Begins a sign-in. Failures are counted by what was typed, and for the account under its user name and e-mail together.
 * @param name as typed, in small letters
 * @throws Refusal too_many_requests, alike for names that exist and those that do not
 */
export function beginSignIn(
  db: Db,
  account: accounts.Account | undefined,
  name: string,
  context: Context,
): Promise<Attempt> {
  const keyOf = (typed: string) => `user-name:${typed.toLowerCase()}`
  const key = keyOf(name)
  const whose = { key, ip: addressOf(context), detail: SLOWED }
  if (!account) return beginAttempt(db, whose, context)
  // What was typed may differ from both names where the database folds letters in another way.
  const keys = [...new Set([key, keyOf(account.username), keyOf(account.email)])]
  return beginAttempt(db, { ...whose, account: { keys, placesKey: `user:${account.id}` } }, context)
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
  if (!(await provesPassword(db, account, password, SLOWED, context)))
    throw invalid([{ path, message: 'This is not the present password.' }], 'password_wrong')
  return account
}

/** Locks an account that a password has proved. @throws Refusal validation on the field once that password is not its own any more */
export async function refuseOverruled(tx: Tx, account: accounts.Account, path: string): Promise<void> {
  if (await accounts.lockUnchanged(tx, account)) return
  throw invalid([{ path, message: 'The account was changed just now. Sign in once more.' }], 'account_changed')
}
