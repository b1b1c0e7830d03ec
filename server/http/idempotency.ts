import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_MAX_CHARS, IDEMPOTENCY_RETRY_S } from '../../contract/core/limits/requests'
import { acceptsKey, type Operation } from '../../contract/core/operations'
import { sentence } from '../../contract/core/sentence'
import type { Db } from '../db/database'
import { inTransaction, type Tx } from '../db/transaction'
import type { Context } from '../kernel/context'
import { claimKey, storeAnswer } from '../kernel/idempotency-keys'
import { Refusal } from './refusal'

/** Keys of requests that this process is serving. Other processes find theirs in the database. */
const keysInProgress = new Set<string>()

/**
 * Serves a change with an Idempotency-Key once: a concurrent repetition is refused, and a later one gets the first answer,
 * marked as replayed. The transaction of the change claims the key and stores the answer (`changeOnce`). A key that the
 * operation does not accept is ignored.
 * @throws Refusal idempotency_key_needed, idempotency_in_progress, or malformed for an invalid key
 */
export async function serveOnce<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  handle: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (key === undefined && operation.once === true)
    throw new Refusal(
      'idempotency_key_needed',
      sentence`This moves money. Send the header Idempotency-Key with a new value for each request, and the same value for a retry.`,
    )
  if (key === undefined || !acceptsKey(operation)) return handle()
  if (typeof key !== 'string' || key.trim() === '' || key.length > IDEMPOTENCY_KEY_MAX_CHARS)
    throw new Refusal('malformed', sentence`Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX_CHARS} characters.`)
  const scope = `${request.context.actor.id ?? 'nobody'} ${request.url.split('?')[0] ?? ''}`
  const name = `${scope} ${key}`
  if (keysInProgress.has(name)) throw inProgress()
  const body = createHash('sha256')
    .update(JSON.stringify(request.body ?? null, withoutPassword))
    .digest('hex')
  // The version that a change was made from is part of the request.
  const fingerprint = `${body} ${request.headers['if-match'] ?? ''}`
  let isReplayed = false
  const onReplay = () => {
    isReplayed = true
  }
  request.context.idempotency = { key, scope, fingerprint, onReplay, isClaimed: false }
  keysInProgress.add(name)
  try {
    const answer = await handle()
    if (isReplayed) reply.header('idempotent-replayed', 'true')
    return answer
  } finally {
    keysInProgress.delete(name)
  }
}

/** A fast hash of a password must not be stored, so passwords are not part of a fingerprint. */
const withoutPassword = (name: string, value: unknown): unknown => (name === 'password' ? undefined : value)

/**
 * Makes the change of a call in one transaction, once for each Idempotency-Key. The same transaction stores what `work`
 * returns, and a repeated call gets it and changes nothing. The value must be JSON and must hold no secret. Without a key,
 * the change is always made.
 * @throws Refusal idempotency_mismatch for a key that belongs to another request, idempotency_in_progress
 */
export const changeOnce = <T>(db: Db, context: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, (tx) => answerOnce(tx, context, () => work(tx)))

async function answerOnce<T>(tx: Tx, context: Context, work: () => Promise<T>): Promise<T> {
  const { idempotency: request } = context
  if (!request) return work()
  request.isClaimed = true
  const found = await claimKey(tx, request, context.now())
  if (found.state === 'in_progress') throw inProgress()
  if (found.state === 'mismatch')
    throw new Refusal(
      'idempotency_mismatch',
      sentence`This Idempotency-Key was used for another request. Choose a new one.`,
    )
  if (found.state === 'answered') {
    request.onReplay()
    return found.answer as T
  }
  const answer = await work()
  await storeAnswer(tx, request, answer)
  return answer
}

const inProgress = (): Refusal =>
  new Refusal(
    'idempotency_in_progress',
    sentence`The first request with this Idempotency-Key is still being processed. Repeat it in a moment.`,
    {
      retryAfterS: IDEMPOTENCY_RETRY_S,
    },
  )
