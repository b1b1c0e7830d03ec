import { checkPassword } from '../../adapters/passwords'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { bounded, refuseAfterFailures } from '../../http/guessing'
import * as portal from './repository'

/** Failures are counted beside those of staff, so the address shares one allowance and the names never meet. */
const accountOf = (name: string) => `partner:${name.toLowerCase()}`
export const INVITATIONS = 'invitation'

/** @throws Refusal too_many_requests after too many failures for the name, or from the address. */
export const refuseGuessing = (db: Db, name: string, { ip, now }: Context): Promise<void> =>
  refuseAfterFailures(
    async (since) => {
      const failures = await portal.countFailures(db, accountOf(name), ip ?? '', since)
      return name === INVITATIONS ? { ...failures, for_account: 0 } : failures
    },
    now(),
    'Too many failed attempts. Wait a quarter of an hour, then try again.',
  )

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

/** Forgets what went wrong once a sign-in went right. */
export const forgetFailures = (tx: Parameters<typeof portal.forgetFailures>[0], name: string, ip: string | null) =>
  portal.forgetFailures(tx, accountOf(name), ip ?? '')
