import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { SESSIONS_PER_USER } from '../../contract/core/limits/token-lifetimes'
import { signalAfterCommit } from '../db/after-commit'
import type { Reader, Tx } from '../db/transaction'

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)

/**
 * Sessions of staff and of partner members have tables of the same structure; only their renewal differs.
 * Updates alias the table as `kept`, because lint reads SQL that begins with "set" as a setting of the connection.
 */
const TABLES = {
  staff: { sessions: sql.table('auth_sessions'), owner: sql.ref('user_id') },
  partner: { sessions: sql.table('partner_sessions'), owner: sql.ref('member_id') },
}
type Kind = keyof typeof TABLES

/** Signals every process that caches sessions of this user. Sessions of partner members are not cached. */
function publishEnd(tx: Tx, kind: Kind, userId: string): void {
  if (kind === 'staff') signalAfterCommit(tx, { kind: 'account', userId })
}

interface NewSession {
  ownerId: string
  expiresAt: Date
  ip: string | null
  userAgent: string | null
}

/** Creates a session and revokes the least recently used ones beyond SESSIONS_PER_USER. @returns its id */
export async function insertSession(tx: Tx, kind: Kind, session: NewSession, at: Date): Promise<string> {
  const { sessions, owner } = TABLES[kind]
  const { ownerId, expiresAt, ip, userAgent } = session
  const [id, now] = [uuidv7(), at.toISOString()]
  await sql`insert into ${sessions} (id, ${owner}, created_at, last_used_at, expires_at, ip, user_agent)
    values (${id}, ${ownerId}, ${now}, ${now}, ${expiresAt.toISOString()}, ${ip}, ${userAgent})`.execute(tx)
  await sql`update ${sessions} as kept set revoked_at = ${now}, revoke_reason = 'too_many'
    where ${owner} = ${ownerId} and revoked_at is null and id not in (
      select id from ${sessions} where ${owner} = ${ownerId} and revoked_at is null
      order by last_used_at desc, id desc limit ${SESSIONS_PER_USER})`.execute(tx)
  publishEnd(tx, kind, ownerId)
  return id
}

export const touchSession = (tx: Tx, kind: Kind, id: string, at: Date) =>
  sql`update ${TABLES[kind].sessions} as kept set last_used_at = ${at.toISOString()} where id = ${id}`.execute(tx)

/** Revokes a session. @param reason stored with it @param ownerId requires this owner @returns whether it was active */
export async function revokeSession(
  tx: Tx,
  kind: Kind,
  id: string,
  { reason, at, ownerId }: { reason: string; at: Date; ownerId?: string },
): Promise<boolean> {
  const { sessions, owner } = TABLES[kind]
  const { rows } = await sql<{ owner_id: string }>`update ${sessions} as kept
    set revoked_at = ${at.toISOString()}, revoke_reason = ${reason}
    where id = ${id} and revoked_at is null and ${ownerId === undefined ? sql`true` : sql`${owner} = ${ownerId}`}
    returning ${owner} as owner_id`.execute(tx)
  const [ended] = rows
  if (ended) publishEnd(tx, kind, ended.owner_id)
  return ended !== undefined
}

/** Returns the sessions that are neither revoked nor expired, most recently used first. */
export async function listSessions(reader: Reader, kind: Kind, ownerId: string, at: Date): Promise<LiveSession[]> {
  const { sessions, owner } = TABLES[kind]
  const { rows } =
    await sql<LiveSession>`select id, created_at, last_used_at, expires_at, ip, user_agent from ${sessions}
    where ${owner} = ${ownerId} and revoked_at is null and expires_at > ${at.toISOString()}
    order by last_used_at desc, id desc`.execute(reader)
  return rows
}

interface LiveSession {
  id: string
  created_at: string
  last_used_at: string
  expires_at: string
  ip: string | null
  user_agent: string | null
}

interface Ending {
  /** Stored with each session for the history of sessions. */
  reason: string
  at: Date
  /** Id of a session that stays active, the caller's own; null revokes all. */
  but: string | null
}

/** Revokes the sessions of an owner and with them all their tokens. */
export async function endSessions(tx: Tx, kind: Kind, ownerId: string, { reason, at, but }: Ending): Promise<void> {
  const { sessions, owner } = TABLES[kind]
  await sql`update ${sessions} as kept set revoked_at = ${at.toISOString()}, revoke_reason = ${reason}
    where ${owner} = ${ownerId} and revoked_at is null and id is distinct from ${but}::uuid`.execute(tx)
  publishEnd(tx, kind, ownerId)
}

/** Revokes all access of a user: sessions with their tokens, and links to choose a password. */
export async function endAccess(tx: Tx, userId: string, ending: Ending): Promise<void> {
  await endSessions(tx, 'staff', userId, ending)
  await endLinks(tx, userId, ending.at)
}

/** Revokes the unused links of a user. */
export const endLinks = (tx: Tx, userId: string, at: Date) =>
  tx
    .updateTable('account_links')
    .set({ revoked_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
