import type { Reader } from '../db/transaction'
import { findWeakness, type Weakness } from '../domain/sign-in/weak-password'

/**
 * Returns why a password is too easy to guess; null if it is acceptable.
 * @param names of the account: user name, email address, first and last name, company of a partner
 */
export async function findPasswordWeakness(
  reader: Reader,
  password: string,
  names: readonly (string | null)[],
): Promise<Weakness | null> {
  const company = await reader.selectFrom('company').select('name').executeTakeFirst()
  return findWeakness(
    password,
    [...names, company?.name ?? null].filter((name) => name !== null),
  )
}
