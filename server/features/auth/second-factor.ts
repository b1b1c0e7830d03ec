import type { AccountSecrets } from '../../adapters/account-secrets'
import type { Db } from '../../db/database'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { createSecondFactors, type SecondFactors } from '../../http/second-factor'
import { SLOWED, confirmedAccount } from './begin-sign-in'
import { endAccess, getAccount, lockUnchanged, named, type Account } from './repository/users'

export type StaffFactors = SecondFactors<Account>

/** Creates the service for second factors of staff. */
export const createStaffFactors = (db: Db, secrets: AccountSecrets): StaffFactors =>
  createSecondFactors(db, secrets, {
    kind: 'staff',
    caller: (context) => callerOf(db, context),
    confirmed: (password, context) => confirmedAccount(db, password, 'password', context),
    find: (id) => getAccount(db, id),
    lockUnchanged,
    nameOf: ({ username }) => username,
    named,
    endSessions: (tx, { id }, ending) => endAccess(tx, id, ending),
    slowed: SLOWED,
    actions: {
      on: 'users.second_factor_on',
      off: 'users.second_factor_off',
      reset: 'users.second_factor_reset',
      codesRenewed: 'users.recovery_codes_renewed',
      codeUsed: 'auth.recovery_code_used',
      codeRefused: 'auth.code_refused',
    },
  })

async function callerOf(db: Db, { actor }: Context): Promise<Account> {
  const account = actor.id === null ? undefined : await getAccount(db, actor.id)
  if (!account) throw new Refusal('not_authenticated')
  return account
}
