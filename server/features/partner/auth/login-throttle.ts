import { uuidv7 } from 'uuidv7'
import type { Db } from '../../../db/database'
import type { Context } from '../../../http/context'
import { addressOf, beginTry, provesPassword, type Try } from '../../../http/login-throttle'
import type * as portal from './repository'

const SLOWED = 'Too many failed attempts. Wait a quarter of an hour, then try again.'

/** Begins a sign-in. What went wrong is counted beside that of staff: a network has one allowance, names never meet. */
export function beginSignIn(db: Db, member: portal.Member | undefined, email: string, context: Context): Promise<Try> {
  const account = member ? `partner:${member.id}` : `partner-name:${email.toLowerCase()}`
  return beginTry(db, { account, ip: addressOf(context), detail: SLOWED }, context)
}

/** Notes a link that nobody was sent. @throws Refusal too_many_requests after too many from the network */
export const noteUnknownLink = (db: Db, context: Context): Promise<unknown> =>
  beginTry(db, { account: `partner-link:${uuidv7()}`, ip: addressOf(context), detail: SLOWED }, context)

/** Whether it is still the same person who sits there. @throws Refusal too_many_requests */
export const provesIt = (db: Db, member: portal.Member, password: string, context: Context): Promise<boolean> =>
  provesPassword(db, member, password, SLOWED, context)
