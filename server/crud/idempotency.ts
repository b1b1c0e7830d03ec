import { sql } from 'kysely'
import { IDEMPOTENCY_KEY_LIFE_H, IDEMPOTENCY_RETRY_S } from '../../contract/core/limits'
import type { Db } from '../db/database'
import type { Tx } from '../db/transaction'
import { LOCK_NOT_AVAILABLE } from '../db/unavailable'
import type { Context } from '../kernel/context'
import { Refusal } from '../http/refusal'

const HOUR_MS = 3_600_000

/**
 * Does `work` once for each Idempotency-Key. The answer is stored in the same transaction, and a repeated request gets it
 * and changes nothing. Without a key, `work` is always done.
 * @throws Refusal idempotency_mismatch for a key that belongs to another request.
 */
export async function answerOnce<T>(tx: Tx, context: Context, work: () => Promise<T>): Promise<T> {
  const { idempotency: claim } = context
  if (!claim) return work()
  const now = context.now()
  const forgotten = new Date(now.getTime() - IDEMPOTENCY_KEY_LIFE_H * HOUR_MS).toISOString()
  const { rows } = await sql`
    insert into idempotency_keys (scope, key, fingerprint, created_at)
    values (${claim.scope}, ${claim.key}, ${claim.fingerprint}, ${now.toISOString()})
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
      where idempotency_keys.created_at <= ${forgotten}
    returning 1`
    .execute(tx)
    .catch(inProgress)
  if (rows.length === 0) return replay<T>(tx, claim)
  const answer = await work()
  await sql`
    update idempotency_keys set answer = ${JSON.stringify(answer)}
    where scope = ${claim.scope} and key = ${claim.key}`.execute(tx)
  return answer
}

async function replay<T>(tx: Tx, claim: NonNullable<Context['idempotency']>): Promise<T> {
  const { rows } = await sql<{ fingerprint: string; answer: string }>`
    select fingerprint, answer from idempotency_keys where scope = ${claim.scope} and key = ${claim.key}`.execute(tx)
  const [known] = rows
  if (known?.fingerprint !== claim.fingerprint)
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for another request. Choose a new one.')
  claim.replayed = true
  return JSON.parse(known.answer) as T
}

/** Handles a lock timeout: another process is still working on a request with the same key. */
function inProgress(error: Error & { code?: string }): never {
  if (error.code !== LOCK_NOT_AVAILABLE) throw error
  throw new Refusal('idempotency_in_progress', 'The same request is being worked on. Ask again in a moment.', {
    retryAfterS: IDEMPOTENCY_RETRY_S,
  })
}

/** Deletes answers of expired keys. */
export async function sweepAnswers(db: Db, now: () => Date): Promise<void> {
  const forgotten = new Date(now().getTime() - IDEMPOTENCY_KEY_LIFE_H * HOUR_MS).toISOString()
  await sql`delete from idempotency_keys where created_at <= ${forgotten}`.execute(db)
}
