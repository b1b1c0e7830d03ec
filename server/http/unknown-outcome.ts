import type { FastifyRequest } from 'fastify'
import { acceptsKey, type Operation } from '../../contract/core/operations'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { joinTexts, sentence } from '../../contract/core/sentence'
import { Refusal } from './refusal'

/** Headline of the refusal: `lost` if the answer to a commit was lost, `running` if the work of the call continues. */
const FACTS = {
  lost: sentence`The database did not confirm the change, so that it may have been made or not.`,
  running: sentence`This took too long, and the change may still be made.`,
} as const
const REPEAT = sentence`Send the same request again with the same Idempotency-Key: the change is made once.`
const CHECK = sentence`Check whether it was made before you send it again.`
const KEY = sentence`With an Idempotency-Key, a change can be sent again safely.`

/** Fields of requests that ask for a dry run. */
const DRY_RUN_FIELDS = ['simulate', 'dry_run', 'is_trial']

/**
 * Returns the refusal of a change with an unknown outcome; null for a call that changes nothing. It can be repeated only if
 * the key of the request settles the outcome.
 */
export function unknownOutcome(request: FastifyRequest, reason: keyof typeof FACTS): Refusal | null {
  const { operation } = request.routeOptions.config
  if (!operation || !mayChange(operation, request.body)) return null
  const { idempotency } = request.context
  // A transaction that is still to begin claims the key then.
  const isRetryable = idempotency !== undefined && (reason === 'running' || idempotency.isClaimed)
  const advice = isRetryable ? [REPEAT] : acceptsKey(operation) ? [CHECK, KEY] : [CHECK]
  const detail = joinTexts([FACTS[reason], ...advice])
  return new Refusal('outcome_unknown', detail, { retryAfterS: DATABASE_RETRY_S, isRetryable })
}

function mayChange({ method, isRepeatable }: Operation, body: unknown): boolean {
  if (method === 'GET' || isRepeatable) return false
  const request = (body ?? {}) as Record<string, unknown>
  return !DRY_RUN_FIELDS.some((field) => request[field] === true)
}
