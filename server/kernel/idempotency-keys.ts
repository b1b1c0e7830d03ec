import { sql } from 'kysely'
import { IDEMPOTENCY_KEY_LIFE_H } from '../../contract/core/limits/requests'
import type { Db } from '../db/database'
import type { Tx } from '../db/transaction'
import { LOCK_NOT_AVAILABLE } from '../db/unavailable'
import type { IdempotentRequest } from './context'

/** State of a key: claimed by this transaction or another one, used by another request, or answered for this one. */
type KeyState = { state: 'claimed' | 'in_progress' | 'mismatch' } | { state: 'answered'; answer: unknown }

/** Claims the key of a request for the transaction, unless a request within the lifetime of the key has used it. */
export async function claimKey(tx: Tx, { scope, key, fingerprint }: IdempotentRequest, at: Date): Promise<KeyState> {
  const claimed = await sql`
    insert into idempotency_keys (scope, key, fingerprint, created_at)
    values (${scope}, ${key}, ${fingerprint}, ${at.toISOString()})
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
      where idempotency_keys.created_at <= ${expiredSince(at)}
    returning 1`
    .execute(tx)
    .catch(nullOfLocked)
  if (claimed === null) return { state: 'in_progress' }
  if (claimed.rows.length > 0) return { state: 'claimed' }
  const { rows } = await sql<{ fingerprint: string; answer: string }>`
    select fingerprint, answer from idempotency_keys where scope = ${scope} and key = ${key}`.execute(tx)
  const [known] = rows
  if (known?.fingerprint !== fingerprint) return { state: 'mismatch' }
  return { state: 'answered', answer: JSON.parse(known.answer) }
}

/** Returns null for a lock timeout: another process is still working on a request with the same key. */
function nullOfLocked(error: Error & { code?: string }): null {
  if (error.code !== LOCK_NOT_AVAILABLE) throw error
  return null
}

/** Stores the answer of a claimed key. */
export const storeAnswer = (tx: Tx, { scope, key }: IdempotentRequest, answer: unknown) =>
  sql`
    update idempotency_keys set answer = ${JSON.stringify(answer ?? null)} where scope = ${scope} and key = ${key}`.execute(
    tx,
  )

/** Deletes answers of expired keys. */
export const sweepAnswers = (db: Db, at: Date) =>
  sql`delete from idempotency_keys where created_at <= ${expiredSince(at)}`.execute(db)

const expiredSince = (at: Date): string => new Date(at.getTime() - IDEMPOTENCY_KEY_LIFE_H * 3_600_000).toISOString()
