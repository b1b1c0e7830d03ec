import { z } from 'zod'
import type { ErrorCode } from './errors'
import { operation, type Access } from './operations'
import { REASON_MAX_CHARS } from './limits/texts'
import { Id, line } from './scalars'
import type { Resource } from './vocabulary'

/** Reason for the operation, as entered by the user. */
export const Reason = line(REASON_MAX_CHARS)
/** Proceeds despite a warning: too little time between two jobs, a hire beyond the fleet, or one in the past. */
export const AcceptWarnings = z.boolean().default(false)
/** Dry run: executes the operation, returns its result and rolls it back. */
export const Simulate = z.boolean().default(false)

/** Error codes of every step. */
export const STEP_ERRORS = [
  'not_found',
  'validation',
  'invalid_state',
  'version_mismatch',
  'precondition_required',
] as const

interface Stepping<N extends Resource, R extends z.ZodType> {
  resource: N
  /** Who may call the steps; default: roles that may edit the records. */
  access?: Access
  /** Description of the answer. */
  answer: string
  record: R
}

/** Returns a function that defines the steps of a resource: each changes one record and requires its version (If-Match). */
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
