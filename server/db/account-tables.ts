import type { Generated, GeneratedAlways } from 'kysely'
import type { ACCOUNT_LINK_PURPOSES } from '../../contract/core/vocabulary'
import type { OneOf } from './table-columns'

/* Tables of accounts: sessions, second factors, failed sign-ins. */

export interface LiveTicketsTable {
  ticket_hash: string
  session_id: string
  expires_at: string
}

export interface AuthSessionsTable {
  id: string
  user_id: string
  created_at: Generated<string>
  last_used_at: Generated<string>
  expires_at: string
  revoked_at: string | null
  revoke_reason: string | null
  ip: string | null
  user_agent: string | null
}

export interface AccountLinksTable {
  id: string
  user_id: string
  purpose: OneOf<typeof ACCOUNT_LINK_PURPOSES>
  created_at: Generated<string>
  created_by_user_id: string | null
  expires_at: string
  used_at: string | null
  revoked_at: string | null
}

export interface SecondFactorsTable {
  user_id: string
  /** Encrypted. */
  secret: string
  confirmed_at: string | null
  last_step: Generated<number>
}

export interface RecoveryCodesTable {
  code_hash: string
  user_id: string
  used_at: string | null
}

export interface RefreshTokensTable {
  token_hash: string
  session_id: string
  parent_hash: string | null
  created_at: Generated<string>
  used_at: string | null
  expires_at: string
}

export interface PartnerSessionsTable {
  id: string
  member_id: string
  created_at: Generated<string>
  last_used_at: Generated<string>
  expires_at: string
  revoked_at: string | null
  revoke_reason: string | null
  ip: string | null
  user_agent: string | null
}

export interface PartnerSessionTokensTable {
  token_sha256: string
  session_id: string
  created_at: Generated<string>
  expires_at: string
  /** When the token that replaces this one was issued. */
  replaced_at: string | null
}

export interface LoginFailuresTable {
  id: GeneratedAlways<number>
  account: string
  network: string | null
  at: Generated<string>
}

export interface SignInPlacesTable {
  account: string
  network: string
  last_at: string
}

export interface PartnerSecondFactorsTable {
  member_id: string
  /** Encrypted. */
  secret: string
  confirmed_at: string | null
  last_step: Generated<number>
}

export interface PartnerRecoveryCodesTable {
  code_hash: string
  member_id: string
  used_at: string | null
}
