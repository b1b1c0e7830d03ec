import { sql } from 'kysely'
import type { CurrentUser } from '../../../contract/entities/auth'
import type { Db } from '../../db/database'
import type { Reader, Tx } from '../../db/transaction'

export { countFailures, forgetFailures, recordFailure } from '../../db/login-failures'

export interface Account extends CurrentUser {
  password_hash: string | null
  password_expires_at: string | null
  status: string
  mfa_enabled: boolean
}

export interface RefreshToken {
  token_hash: string
  session_id: string
  parent_hash: string | null
  used_at: string | null
  expires_at: string
  user_id: string
  session_expires_at: string
  revoked_at: string | null
}

const ACCOUNT = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'is_staff',
  'role',
  'locale',
  'must_change_password',
  'password_hash',
  'password_expires_at',
  'status',
  'mfa_enabled',
] as const

/** As the history names an account. */
export const named = (account: Account) => ({ type: 'users', id: account.id, label: account.username })

/** Finds an account by its user name or e-mail, whatever their case. */
export const findAccount = (reader: Reader, name: string): Promise<Account | undefined> =>
  reader
    .selectFrom('users')
    .select(ACCOUNT)
    .where((eb) =>
      eb.or([eb(sql`lower(username)`, '=', name.toLowerCase()), eb(sql`lower(email)`, '=', name.toLowerCase())]),
    )
    .executeTakeFirst()

export const getAccount = (reader: Reader, id: string): Promise<Account | undefined> =>
  reader.selectFrom('users').select(ACCOUNT).where('id', '=', id).executeTakeFirst()

/** The session and its user in one look-up; undefined when the session has ended or the account is not active. */
export const findLiveSession = (db: Db, sessionId: string) =>
  db
    .selectFrom('auth_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.username', 'u.first_name', 'u.last_name', 'u.role', 'u.must_change_password'])
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('u.status', '=', 'active')
    .executeTakeFirst()

/** Which of these sessions go on: neither ended nor run out, and their account is active. */
export const findActiveSessions = (db: Db, sessionIds: readonly string[], at: Date) =>
  db
    .selectFrom('auth_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.id', 'in', sessionIds)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', at.toISOString())
    .where('u.status', '=', 'active')
    .execute()

interface NewLiveTicket {
  hash: string
  sessionId: string
  expiresAt: Date
}

export async function insertLiveTicket(db: Db, { hash, sessionId, expiresAt }: NewLiveTicket): Promise<void> {
  await db
    .insertInto('live_tickets')
    .values({ ticket_hash: hash, session_id: sessionId, expires_at: expiresAt.toISOString() })
    .execute()
}

/** Forgets the tickets that have run out. */
export async function dropLiveTickets(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('live_tickets').where('expires_at', '<=', at.toISOString()).execute()
}

/** Uses a ticket up. @returns the session that it is for; null where it was used before, or has run out */
export async function takeLiveTicket(db: Db, hash: string, at: Date): Promise<string | null> {
  const taken = await db
    .deleteFrom('live_tickets')
    .where('ticket_hash', '=', hash)
    .where('expires_at', '>', at.toISOString())
    .returning('session_id')
    .executeTakeFirst()
  return taken?.session_id ?? null
}

interface NewSession {
  id: string
  userId: string
  at: Date
  expiresAt: Date
  ip: string | null
  userAgent: string | null
}

export const insertSession = (tx: Tx, session: NewSession) =>
  tx
    .insertInto('auth_sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.at.toISOString(),
      last_used_at: session.at.toISOString(),
      expires_at: session.expiresAt.toISOString(),
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute()

/** Ends the oldest sessions of a user so that at most `keep` go on. */
export const trimSessions = (tx: Tx, userId: string, keep: number, at: Date) =>
  sql`update auth_sessions set revoked_at = ${at.toISOString()}, revoke_reason = 'too_many'
      where user_id = ${userId} and revoked_at is null and id not in (
        select id from auth_sessions where user_id = ${userId} and revoked_at is null order by last_used_at desc, id desc limit ${keep})`.execute(
    tx,
  )

export const insertRefreshToken = (
  tx: Tx,
  token: { hash: string; sessionId: string; parent: string | null; at: Date; expiresAt: Date },
) =>
  tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      parent_hash: token.parent,
      created_at: token.at.toISOString(),
      expires_at: token.expiresAt.toISOString(),
    })
    .execute()

/** The token with its session, locked so that two uses of it come one after the other. */
export const lockRefreshToken = (tx: Tx, hash: string): Promise<RefreshToken | undefined> =>
  tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('auth_sessions as s', 's.id', 't.session_id')
    .select([
      't.token_hash',
      't.session_id',
      't.parent_hash',
      't.used_at',
      't.expires_at',
      's.user_id',
      's.expires_at as session_expires_at',
      's.revoked_at',
    ])
    .where('t.token_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()

export const markUsed = (tx: Tx, hash: string, at: Date) =>
  tx
    .updateTable('refresh_tokens')
    .set({ used_at: at.toISOString() })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .execute()

export const hasUsedChild = async (tx: Tx, hash: string): Promise<boolean> =>
  (await tx
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('parent_hash', '=', hash)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const touchSession = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('auth_sessions').set({ last_used_at: at.toISOString() }).where('id', '=', id).execute()

/** @param userId only where it is a session of this user */
export const revokeSession = (tx: Tx, id: string, reason: string, at: Date, userId: string | null = null) =>
  tx
    .updateTable('auth_sessions')
    .set({ revoked_at: at.toISOString(), revoke_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirstOrThrow()

/** Sessions that go on and can be renewed, the latest used first. */
export const listSessions = (reader: Reader, userId: string, at: Date) =>
  reader
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at.toISOString())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const revokeOtherSessions = (tx: Tx, userId: string, keep: string | null, reason: string, at: Date) =>
  tx
    .updateTable('auth_sessions')
    .set({ revoked_at: at.toISOString(), revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .execute()

export const setPassword = (tx: Tx, userId: string, hash: string) =>
  tx
    .updateTable('users')
    .set({
      password_hash: hash,
      must_change_password: false,
      password_expires_at: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()

export const markLoggedIn = (tx: Tx, userId: string, at: Date) =>
  tx.updateTable('users').set({ last_login_at: at.toISOString() }).where('id', '=', userId).execute()

export const hasAnyUser = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

export const insertFirstAdmin = (
  tx: Tx,
  admin: {
    id: string
    username: string
    email: string
    passwordHash: string
    mustChange: boolean
    expiresAt: Date | null
  },
) =>
  tx
    .insertInto('users')
    .values({
      id: admin.id,
      username: admin.username,
      email: admin.email,
      first_name: 'First',
      last_name: 'Administrator',
      is_staff: true,
      role: 'admin',
      status: 'active',
      password_hash: admin.passwordHash,
      must_change_password: admin.mustChange,
      password_expires_at: admin.expiresAt?.toISOString() ?? null,
    })
    .execute()

export const restoreAdmin = (tx: Tx, id: string, passwordHash: string, expiresAt: Date) =>
  tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_expires_at: expiresAt.toISOString(),
      must_change_password: true,
      role: 'admin',
      status: 'active',
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
