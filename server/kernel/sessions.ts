import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { SESSIONS_PER_USER } from '../../contract/core/limits'
import { signalAfterCommit } from '../db/after-commit'
import type { Reader, Tx } from '../db/transaction'

/** The instant so many seconds after another. */
export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)

/**
 * Where somebody is signed in is kept alike for staff and for the people of partners; how a session is renewed differs.
 * Updates call the table `kept`, because lint takes SQL that begins with "set" for a setting of the connection.
 */
const TABLES = {
  staff: { sessions: sql.table('auth_sessions'), owner: sql.ref('user_id') },
  partner: { sessions: sql.table('partner_sessions'), owner: sql.ref('member_id') },
}
type Kind = keyof typeof TABLES

/** Tells every process that holds sessions of this user in memory. Those of partners' people are looked up by each call. */
function tellEnded(tx: Tx, kind: Kind, userId: string): void {
  if (kind === 'staff') signalAfterCommit(tx, { kind: 'account', userId })
}

interface NewSession {
  ownerId: string
  expiresAt: Date
  ip: string | null
  userAgent: string | null
}

/** Starts a session; the oldest of its owner end so that at most SESSIONS_PER_USER go on. @returns its id */
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
  tellEnded(tx, kind, ownerId)
  return id
}

export const touchSession = (tx: Tx, kind: Kind, id: string, at: Date) =>
  sql`update ${TABLES[kind].sessions} as kept set last_used_at = ${at.toISOString()} where id = ${id}`.execute(tx)

/** @param reason kept with the session. @param ownerId only where it is theirs. @returns whether it had gone on */
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
  if (ended) tellEnded(tx, kind, ended.owner_id)
  return ended !== undefined
}

/** Sessions that go on and can be renewed, the latest used first. */
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
  /** Kept with each session, as the history of sessions tells it. */
  reason: string
  at: Date
  /** A session that goes on: the caller's own; null ends every one. */
  but: string | null
}

/** Ends the sessions of an owner, with every token of them. */
export async function endSessions(tx: Tx, kind: Kind, ownerId: string, { reason, at, but }: Ending): Promise<void> {
  const { sessions, owner } = TABLES[kind]
  await sql`update ${sessions} as kept set revoked_at = ${at.toISOString()}, revoke_reason = ${reason}
    where ${owner} = ${ownerId} and revoked_at is null and id is distinct from ${but}::uuid`.execute(tx)
  tellEnded(tx, kind, ownerId)
}

/** Ends what lets anybody in as this user: their sessions with every token of them, and links to choose a password. */
export async function endAccess(tx: Tx, userId: string, ending: Ending): Promise<void> {
  await endSessions(tx, 'staff', userId, ending)
  await endLinks(tx, userId, ending.at)
}

/** The links of a user that nobody has used are dead from here on. */
export const endLinks = (tx: Tx, userId: string, at: Date) =>
  tx
    .updateTable('account_links')
    .set({ revoked_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
