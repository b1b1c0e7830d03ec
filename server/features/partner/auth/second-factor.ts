import type { AccountSecrets } from '../../../adapters/account-secrets'
import type { Db } from '../../../db/database'
import { createSecondFactors, type Owners, type SecondFactors } from '../../../http/second-factor'
import { endSessions } from '../../../kernel/sessions'
import { callingMember, confirmedMember, SLOWED } from './caller'
import { getMember, lockUnchanged, named, type Member } from './repository'

export type MemberFactors = SecondFactors<Member>

/** Creates the second-factor service for people of partners. */
export const createMemberFactors = (db: Db, secrets: AccountSecrets): MemberFactors =>
  createSecondFactors(db, secrets, memberOwners(db))

/** The parts of the second-factor service that differ from staff. */
export const memberOwners = (db: Db): Owners<Member> => ({
  kind: 'partner',
  caller: (context) => callingMember(db, context),
  confirmed: (password, context) => confirmedMember(db, password, 'password', context),
  find: (id) => getMember(db, id),
  lockUnchanged,
  nameOf: ({ email }) => email,
  named,
  endSessions: (tx, { id }, ending) => endSessions(tx, 'partner', id, ending),
  slowed: SLOWED,
  actions: {
    on: 'partner_auth.second_factor_on',
    off: 'partner_auth.second_factor_off',
    reset: 'partner_auth.second_factor_reset',
    codesRenewed: 'partner_auth.recovery_codes_renewed',
    codeUsed: 'partner_auth.recovery_code_used',
    codeRefused: 'partner_auth.code_refused',
  },
})
