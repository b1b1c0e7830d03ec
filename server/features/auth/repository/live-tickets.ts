import type { Db } from '../../../db/database'

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
