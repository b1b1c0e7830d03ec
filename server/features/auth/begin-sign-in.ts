import { sentence } from '../../../contract/core/sentence'
import type { Db } from '../../db/database'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { addressOf, beginAttempt, provesPassword, type Attempt } from '../../http/credential-attempt'
import { Refusal, invalid } from '../../http/refusal'
import * as accounts from './repository/users'

export const SLOWED = sentence`Too many failed attempts. Wait a quarter of an hour, or ask an administrator.`

/**
 * Begins a sign-in. Failures are counted for the name as typed, and for the account under its user name and email together.
 * @param name as typed, in lower case
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
  const attempt = { key, ip: addressOf(context), detail: SLOWED }
  if (!account) return beginAttempt(db, attempt, context)
  // The typed name may differ from both names, because the database folds case differently.
  const keys = [...new Set([key, keyOf(account.username), keyOf(account.email)])]
  return beginAttempt(db, { ...attempt, account: { keys, placesKey: `user:${account.id}` } }, context)
}

/**
 * Returns the caller's account after the password has confirmed the caller's identity.
 * @param path the field of the password
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
    throw invalid([{ path, message: sentence`This is not the current password.` }], 'password_wrong')
  return account
}

/** Locks a confirmed account. @throws Refusal validation on the field if the account has changed since it was confirmed */
export async function refuseOverruled(tx: Tx, account: accounts.Account, path: string): Promise<void> {
  if (await accounts.lockUnchanged(tx, account)) return
  throw invalid([{ path, message: sentence`The account has just been changed. Sign in again.` }], 'account_changed')
}
