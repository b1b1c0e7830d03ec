import type { Problem } from '../../../contract/core/problem'
import { isObject } from '../storage'
import { toFieldErrors, type FieldErrors } from './fieldErrors'

export type ProblemBody = Partial<Omit<Problem, 'errors'>> & { errors?: FieldErrors }

/**
 * A call that failed, in the shape that react-admin knows: it reads `status`, and field errors from `body.errors`.
 * A class of our own, so that the sign-in page does without react-admin.
 */
export class HttpError extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 where no answer arrived. */
    readonly status: number,
    readonly body: unknown = null,
  ) {
    super(message)
    this.name = 'HttpError'
  }
}

/** An error answer of the API as react-admin expects it: its `body.errors` are nested field errors. */
export function toHttpError(status: number, body: unknown, statusText: string): HttpError {
  if (!isObject(body)) return new HttpError(statusText || `HTTP ${status}`, status, null)
  const { errors, ...problem }: Partial<Problem> = body
  const nested = Array.isArray(errors) && errors.length > 0 ? { errors: toFieldErrors(errors) } : {}
  return new HttpError(problem.detail ?? problem.title ?? statusText, status, { ...problem, ...nested })
}

/** The problem that an error carries; an empty one where it came from somewhere else. */
export function problemOf(error: unknown): ProblemBody {
  return error instanceof HttpError && isObject(error.body) ? error.body : {}
}

/** HTTP status of an error; 0 where no answer arrived. */
export function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : 0
}
