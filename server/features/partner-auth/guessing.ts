import { LOGIN_FAILURES_PER_ACCOUNT, LOGIN_FAILURES_PER_ADDRESS, LOGIN_WINDOW_S } from '../../../contract/limits'
import { HashQueueFull, checkPassword } from '../../adapters/passwords'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import * as portal from './repository'

/** Failures are counted beside those of staff, so the address shares one allowance and the names never meet. */
const accountOf = (name: string) => `partner:${name.toLowerCase()}`
export const INVITATIONS = 'invitation'

/** @throws Refusal too_many_requests after too many failures for the name, or from the address. */
export async function refuseGuessing(db: Db, name: string, { ip, now }: Context): Promise<void> {
  const since = new Date(now().getTime() - LOGIN_WINDOW_S * 1000)
  const failures = await portal.countFailures(db, accountOf(name), ip ?? '', since)
  const mayTry = name === INVITATIONS || failures.for_account < LOGIN_FAILURES_PER_ACCOUNT
  if (mayTry && failures.from_address < LOGIN_FAILURES_PER_ADDRESS) return
  throw new Refusal('too_many_requests', 'Too many failed attempts. Wait a quarter of an hour, then try again.', {
    retryAfterS: LOGIN_WINDOW_S,
  })
}

export const noteFailure = (db: Db, name: string, { ip, now }: Context) =>
  portal.recordFailure(db, accountOf(name), ip ?? '', now())

/** Checks a password; wrong ones count as failures. @throws Refusal too_many_requests */
export async function passwordFits(
  db: Db,
  name: string,
  stored: string | null,
  password: string,
  context: Context,
): Promise<boolean> {
  await refuseGuessing(db, name, context)
  const fits = await bounded(checkPassword(stored, password))
  if (!fits) await noteFailure(db, name, context)
  return fits
}

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

/** Forgets what went wrong once a sign-in went right. */
export const forgetFailures = (tx: Parameters<typeof portal.forgetFailures>[0], name: string, ip: string | null) =>
  portal.forgetFailures(tx, accountOf(name), ip ?? '')
