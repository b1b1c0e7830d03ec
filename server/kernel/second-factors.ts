import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transaction'

/** Second factors of staff and of partner members are stored in separate tables of the same structure. */
const TABLES = {
  staff: {
    factors: sql.table('second_factors'),
    codes: sql.table('recovery_codes'),
    owner: sql.ref('user_id'),
    accounts: sql.table('users'),
  },
  partner: {
    factors: sql.table('partner_second_factors'),
    codes: sql.table('partner_recovery_codes'),
    owner: sql.ref('member_id'),
    accounts: sql.table('partner_members'),
  },
}
export type FactorKind = keyof typeof TABLES

interface Factor {
  /** Encrypted. */
  secret: string
  confirmed_at: string | null
  /** Time step of the last accepted code; of an unconfirmed secret, a step shortly before it was proposed. */
  last_step: number
}

export async function readFactor(reader: Reader, kind: FactorKind, ownerId: string): Promise<Factor | undefined> {
  const { factors, owner } = TABLES[kind]
  const { rows } = await sql<Factor>`
    select secret, confirmed_at, last_step from ${factors} where ${owner} = ${ownerId}`.execute(reader)
  return rows[0]
}

/**
 * Locks an account before its second factor, so that changes of one second factor run one after the other and each reads
 * what the previous one has committed.
 * @returns whether the account exists
 */
export async function lockAccount(tx: Tx, kind: FactorKind, ownerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${TABLES[kind].accounts} where id = ${ownerId} for update`.execute(tx)
  return rows.length > 0
}

/** Returns the second factor, locked so that concurrent uses of one code run one after the other. */
export async function lockFactor(tx: Tx, kind: FactorKind, ownerId: string): Promise<Factor | undefined> {
  const { factors, owner } = TABLES[kind]
  const { rows } = await sql<Factor>`
    select secret, confirmed_at, last_step from ${factors} where ${owner} = ${ownerId} for update`.execute(tx)
  return rows[0]
}

/**
 * Stores an unconfirmed secret, which replaces the previous one.
 * @param step last time step that is too early for its codes
 */
export async function proposeFactor(
  tx: Tx,
  kind: FactorKind,
  ownerId: string,
  secret: string,
  step: number,
): Promise<void> {
  const { factors, owner } = TABLES[kind]
  await sql`insert into ${factors} (${owner}, secret, last_step) values (${ownerId}, ${secret}, ${step})
    on conflict (${owner}) do update set secret = excluded.secret, confirmed_at = null, last_step = excluded.last_step`.execute(
    tx,
  )
}

export async function noteStep(tx: Tx, kind: FactorKind, ownerId: string, step: number): Promise<void> {
  const { factors, owner } = TABLES[kind]
  await sql`update ${factors} as changed set last_step = ${step} where ${owner} = ${ownerId}`.execute(tx)
}

export async function confirmFactor(tx: Tx, kind: FactorKind, ownerId: string, at: Date): Promise<void> {
  const { factors, owner } = TABLES[kind]
  await sql`update ${factors} as changed set confirmed_at = ${at.toISOString()} where ${owner} = ${ownerId}`.execute(tx)
}

export async function dropFactor(tx: Tx, kind: FactorKind, ownerId: string): Promise<void> {
  const { factors, codes, owner } = TABLES[kind]
  await sql`delete from ${factors} where ${owner} = ${ownerId}`.execute(tx)
  await sql`delete from ${codes} where ${owner} = ${ownerId}`.execute(tx)
}

/** Sets `mfa_enabled` of a locked account. @returns whether that changed the account */
export async function showFactor(tx: Tx, kind: FactorKind, ownerId: string, isOn: boolean): Promise<boolean> {
  const { rows } = await sql`update ${TABLES[kind].accounts} as changed
    set mfa_enabled = ${isOn}, version = version + 1, updated_at = now()
    where id = ${ownerId} and mfa_enabled != ${isOn} returning id`.execute(tx)
  return rows.length > 0
}

export async function replaceRecoveryCodes(
  tx: Tx,
  kind: FactorKind,
  ownerId: string,
  hashes: readonly string[],
): Promise<void> {
  const { codes, owner } = TABLES[kind]
  await sql`delete from ${codes} where ${owner} = ${ownerId}`.execute(tx)
  await sql`insert into ${codes} (code_hash, ${owner})
    select hash, ${ownerId} from unnest(${hashes}::text[]) as hash`.execute(tx)
}

/** Marks a recovery code as used. @returns whether it existed and was unused */
export async function takeRecoveryCode(
  tx: Tx,
  kind: FactorKind,
  ownerId: string,
  { hash, at }: { hash: string; at: Date },
): Promise<boolean> {
  const { codes, owner } = TABLES[kind]
  const { rows } = await sql`update ${codes} as changed set used_at = ${at.toISOString()}
    where code_hash = ${hash} and ${owner} = ${ownerId} and used_at is null returning code_hash`.execute(tx)
  return rows.length > 0
}

export async function countRecoveryCodes(reader: Reader, kind: FactorKind, ownerId: string): Promise<number> {
  const { codes, owner } = TABLES[kind]
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from ${codes} where ${owner} = ${ownerId} and used_at is null`.execute(reader)
  return rows[0]?.left ?? 0
}
