import { ERRORS, type ErrorCode } from '../../contract/core/errors'
import type { FieldIssue } from '../../contract/core/entity'
import type { Blocker, FieldError, Problem } from '../../contract/core/problem'

interface Details {
  errors?: FieldError[]
  blockers?: Blocker[]
  /** The record as it is now, on version_mismatch. */
  current?: Record<string, unknown>
  /** Who is free and fits instead of what was asked for. */
  suggestions?: { id: string; label: string }[]
  /** What was told and what it costs now, on price_changed. */
  price?: NonNullable<Problem['price']>
  retryAfterS?: number
}

/** An answer of the catalogue thrown from anywhere below the HTTP layer: it knows what to say and nothing is wrong with the server. */
export class Refusal extends Error {
  readonly status: number

  /** @param detail the fact and the remedy, in English. */
  constructor(
    readonly code: ErrorCode,
    readonly detail?: string,
    readonly details: Details = {},
  ) {
    super(`${code}: ${detail ?? ERRORS[code].title}`)
    this.status = ERRORS[code].status
  }
}

/** 422 with each message on its field. */
export function invalid(issues: FieldIssue[], code = 'invalid'): Refusal {
  return new Refusal('validation', issues.map((issue) => issue.message).join(' '), {
    errors: issues.map((issue) => ({ pointer: pointerOf(issue.path), code, detail: issue.message })),
  })
}

/** 422 with a message on one field. */
export const invalidAt = (path: string, message: string, code?: string): Refusal => invalid([{ path, message }], code)

/** 422 where a field names what is not there. @param what the kind of record, as people call it */
export const unknownReference = (path: string, what = 'record'): Refusal =>
  invalidAt(path, `This ${what} does not exist. Choose one from the list.`, 'unknown_reference')

/** 409: nothing is wrong with the fields as such, but things stand in the way just now. */
export function wrongState(issues: FieldIssue[], details: Details = {}): Refusal {
  return new Refusal('invalid_state', issues.map((issue) => issue.message).join(' '), {
    errors: issues.map((issue) => ({ pointer: pointerOf(issue.path), code: 'state', detail: issue.message })),
    ...details,
  })
}

/** The same with a message on one field. */
export const wrongStateAt = (path: string, message: string): Refusal => wrongState([{ path, message }])

/** Another refusal of the catalogue, with its message on one field; `''` is the whole. */
export const refusedAt = (code: ErrorCode, path: string, detail: string): Refusal =>
  new Refusal(code, detail, { errors: [{ pointer: pointerOf(path), code, detail }] })

export const pointerOf = (path: string): string =>
  path === ''
    ? ''
    : `/${path
        .split('.')
        .map((part) => part.replace(/~/g, '~0').replace(/\//g, '~1'))
        .join('/')}`
