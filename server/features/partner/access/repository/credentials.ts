import { sql } from 'kysely'
import type { PartnerCredential, PartnerCredentialUpdate } from '../../../../../contract/entities/partner-credential'
import type { PartnerRole } from '../../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../../db/transaction'

const LISTED = 100
const CREDENTIAL = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'partner_id',
  'name',
  'scopes',
  'ip_allowlist',
  'expires_at',
  'environment',
  'prefix',
  'last4',
  'state',
  'last_used_at',
  'last_used_ip',
  'made_by_member_id',
] as const

/** Returns keys, newest first; a key past its expiry at `at` has the state `expired`. */
export async function listCredentials(reader: Reader, partnerId: string, at: Date): Promise<PartnerCredential[]> {
  const rows = await reader
    .selectFrom('partner_credentials')
    .select(CREDENTIAL)
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map((row) => asOf(row, at))
}

export async function lockCredential(
  tx: Tx,
  partnerId: string,
  id: string,
  at: Date,
): Promise<PartnerCredential | undefined> {
  const row = await tx
    .selectFrom('partner_credentials')
    .select(CREDENTIAL)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && asOf(row, at)
}

/** Locks and returns the keys of a person that are neither revoked nor expired. */
export async function lockKeysOf(tx: Tx, memberId: string, at: Date): Promise<PartnerCredential[]> {
  const rows = await tx
    .selectFrom('partner_credentials')
    .select(CREDENTIAL)
    .where('made_by_member_id', '=', memberId)
    .where('state', '!=', 'revoked')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => asOf(row, at)).filter(({ state }) => state !== 'expired')
}

/** Returns the current role of a person of a partner. */
export const roleOf = async (reader: Reader, memberId: string): Promise<PartnerRole | undefined> =>
  (await reader.selectFrom('partner_members').select('role').where('id', '=', memberId).executeTakeFirst())?.role

/** Returns the number of active keys that have not expired; keys being replaced do not count. */
export async function countActive(tx: Tx, partnerId: string, at: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('partner_credentials')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('partner_id', '=', partnerId)
    .where('state', '=', 'active')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at.toISOString())]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewCredential = Pick<
  PartnerCredential,
  | 'id'
  | 'partner_id'
  | 'name'
  | 'environment'
  | 'scopes'
  | 'ip_allowlist'
  | 'expires_at'
  | 'prefix'
  | 'last4'
  | 'created_at'
  | 'made_by_member_id'
> & { token_sha256: string }

export const insertCredential = (tx: Tx, row: NewCredential): Promise<PartnerCredential> =>
  tx
    .insertInto('partner_credentials')
    .values({ ...row, updated_at: row.created_at })
    .returning(CREDENTIAL)
    .executeTakeFirstOrThrow()

/** Updates the given fields of a key. */
export const changeCredential = (
  tx: Tx,
  id: string,
  to: PartnerCredentialUpdate & { state?: PartnerCredential['state'] },
): Promise<PartnerCredential> =>
  tx
    .updateTable('partner_credentials')
    .set({ ...to, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(CREDENTIAL)
    .executeTakeFirstOrThrow()

function asOf(credential: PartnerCredential, at: Date): PartnerCredential {
  const { state, expires_at: end } = credential
  return state !== 'revoked' && end !== null && new Date(end) <= at ? { ...credential, state: 'expired' } : credential
}
