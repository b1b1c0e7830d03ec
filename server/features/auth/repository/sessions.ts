import { sql } from 'kysely'
import { SWEEP_SLICE_ROWS } from '../../../../contract/core/limits/retention'
import type { Db } from '../../../db/database'
import type { Tx } from '../../../db/transaction'

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

/** Returns the user of a session in one query; undefined if the session has ended or the account is not active. */
export const findLiveSession = (db: Db, sessionId: string) =>
  db
    .selectFrom('auth_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.username', 'u.first_name', 'u.last_name', 'u.role', 'u.must_change_password'])
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('u.status', '=', 'active')
    .executeTakeFirst()

/** Returns the sessions that are neither revoked nor expired and belong to an active account. */
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

/** Locks a token with its session, so that concurrent uses are serialized. */
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

/** Deletes a slice of the sessions that ended before a moment, with their tokens, and a slice of the expired tokens. */
export async function sweepSessions(db: Db, before: Date, now: Date): Promise<void> {
  await sql`delete from auth_sessions where id in (
    select id from auth_sessions where least(revoked_at, expires_at) < ${before.toISOString()} limit ${SWEEP_SLICE_ROWS})`.execute(
    db,
  )
  await sql`delete from refresh_tokens where token_hash in (
    select token_hash from refresh_tokens where expires_at < ${now.toISOString()} limit ${SWEEP_SLICE_ROWS})`.execute(
    db,
  )
}

/** Deletes the expired tickets. */
export async function dropLiveTickets(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('live_tickets').where('expires_at', '<=', at.toISOString()).execute()
}

/** Consumes a ticket. @returns its session; null if the ticket is unknown, used or expired */
export async function takeLiveTicket(db: Db, hash: string, at: Date): Promise<string | null> {
  const taken = await db
    .deleteFrom('live_tickets')
    .where('ticket_hash', '=', hash)
    .where('expires_at', '>', at.toISOString())
    .returning('session_id')
    .executeTakeFirst()
  return taken?.session_id ?? null
}
