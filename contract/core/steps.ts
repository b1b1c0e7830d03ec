import { z } from 'zod'
import type { ErrorCode } from './errors'
import { operation, type Access } from './operations'
import { REASON_MAX_CHARS } from './limits'
import { Id, line } from './scalars'
import type { Resource } from './vocabulary'

/** Why somebody did it, in their words. */
export const Reason = line(REASON_MAX_CHARS)
/** Goes on with what hardly works: a way that leaves no time for it, a hire beyond the fleet. */
export const AcceptWarnings = z.boolean().default(false)
/** Does everything, says what would come of it, and takes it back. */
export const Simulate = z.boolean().default(false)

/** What any step may be refused for. */
export const STEP_ERRORS = [
  'not_found',
  'validation',
  'invalid_state',
  'version_mismatch',
  'precondition_required',
  'idempotency_in_progress',
  'idempotency_mismatch',
] as const

interface Stepping<N extends Resource, R extends z.ZodType> {
  resource: N
  /** Who may take them; whoever may edit the records unless said. */
  access?: Access
  /** What the answer is, in words. */
  answer: string
  record: R
}

/** Makes the steps in the life of a resource's records: each changes one, given the version that it was decided on. */
export const stepsOf =
  <N extends Resource, R extends z.ZodType>({ resource, answer, record, ...others }: Stepping<N, R>) =>
  <V extends string, B extends z.ZodType>(
    id: string,
    verb: V,
    summary: string,
    body: B,
    errors: readonly ErrorCode[] = [],
  ) =>
    operation({
      id,
      method: 'POST',
      path: `/${resource}/:id/${verb}`,
      tag: resource,
      summary,
      access: others.access ?? { action: 'edit', resource },
      params: z.object({ id: Id }),
      body,
      ok: { status: 200, description: answer, schema: record },
      errors: [...STEP_ERRORS, ...errors],
      ifMatch: true,
    })
