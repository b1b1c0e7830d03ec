import type { FastifyRequest } from 'fastify'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { Refusal } from './refusal'

/** Headline of the refusal: `lost` if the answer to a commit was lost, `running` if the work of the call continues. */
const FACTS = {
  lost: 'The database did not confirm the change, so that it may have been made or not.',
  running: 'This took too long, and the change may still be made.',
} as const
const REPEAT = 'Send the same request again with the same Idempotency-Key: the change is made once.'
const CHECK =
  'Check whether it was made before you send it again. With an Idempotency-Key, a change can be sent again safely.'

/**
 * Returns the refusal of a change with an unknown outcome; null for a call that changes nothing. It can be repeated only if
 * the key of the request settles the outcome.
 */
export function unknownOutcome(request: FastifyRequest, reason: keyof typeof FACTS): Refusal | null {
  if (!mayChange(request)) return null
  const { idempotency } = request.context
  // A transaction that is still to begin claims the key then.
  const isRetryable = idempotency !== undefined && (reason === 'running' || idempotency.isClaimed)
  const detail = `${FACTS[reason]} ${isRetryable ? REPEAT : CHECK}`
  return new Refusal('outcome_unknown', detail, { retryAfterS: DATABASE_RETRY_S, isRetryable })
}

function mayChange({ routeOptions, body }: FastifyRequest): boolean {
  const operation = routeOptions.config.operation
  if (!operation || operation.method === 'GET' || operation.isRepeatable) return false
  const { simulate, dry_run: dryRun } = (body ?? {}) as { simulate?: unknown; dry_run?: unknown }
  return simulate !== true && dryRun !== true
}
