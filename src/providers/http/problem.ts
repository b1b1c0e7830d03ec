import type { Problem } from '../../../contract/core/problem'
import { isObject } from '../storage'
import { toFieldErrors, type FieldErrors } from './fieldErrors'

export type ProblemBody = Partial<Omit<Problem, 'errors'>> & {
  errors?: FieldErrors
  /** Tag of the language that the details are translated to; absent for English. */
  writtenIn?: string
}

/**
 * Failed call in the shape that react-admin expects: `status`, and field errors in `body.errors`. A separate class, so that
 * the sign-in page works without react-admin.
 */
export class HttpError extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    readonly body: unknown = null,
  ) {
    super(message)
    this.name = 'HttpError'
  }
}

/**
 * Converts an error answer of the API for react-admin: `body.errors` are nested field errors.
 * @param writtenIn tag of the language that its details are translated to
 */
export function toHttpError(
  status: number,
  body: unknown,
  statusText: string,
  writtenIn: string | null = null,
): HttpError {
  if (!isObject(body)) return new HttpError(statusText || `HTTP ${status}`, status, null)
  const { errors, ...problem }: Partial<Problem> = body
  const nested = Array.isArray(errors) && errors.length > 0 ? { errors: toFieldErrors(errors, writtenIn) } : {}
  return new HttpError(problem.detail ?? problem.title ?? statusText, status, {
    ...problem,
    ...nested,
    ...(writtenIn !== null && { writtenIn }),
  })
}

/** Returns the problem of an API error; empty for any other error. */
export function problemOf(error: unknown): ProblemBody {
  return error instanceof HttpError && isObject(error.body) ? error.body : {}
}

/** Returns the HTTP status of an error; 0 without an answer. */
export function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : 0
}

/** Returns whether an error means that nothing was executed; without an answer or after a server error it may have been. */
export function isSettled(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500 && problemOf(error).code !== 'idempotency_in_progress'
}
