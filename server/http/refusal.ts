import { ERRORS, type ErrorCode } from '../../contract/core/errors'
import type { FieldIssue } from '../../contract/core/entity'
import type { Blocker, FieldError, Problem } from '../../contract/core/problem'
import { joinTexts, sentence, type Sentence, type Text } from '../../contract/core/sentence'

/** A field error whose detail may be translatable. */
export interface FieldRefusal extends Omit<FieldError, 'detail'> {
  detail: Text
}

interface Details {
  errors?: FieldRefusal[]
  blockers?: Blocker[]
  /** The record as it is now, on version_mismatch. */
  current?: Record<string, unknown>
  /** Alternatives that are free and suitable. */
  suggestions?: { id: string; label: string }[]
  /** The quoted and the current price, on price_changed. */
  price?: NonNullable<Problem['price']>
  retryAfterS?: number
  /** Whether the same request may succeed later, where that depends on the request and not on the code alone. */
  isRetryable?: boolean
}

/** An error of the catalogue. It is thrown below the HTTP layer and becomes the answer, and is not a fault of the server. */
export class Refusal extends Error {
  readonly status: number

  /** @param detail the fact and the remedy; a plain string is English for every reader */
  constructor(
    readonly code: ErrorCode,
    readonly detail?: Text,
    readonly details: Details = {},
  ) {
    super(`${code}: ${String(detail ?? ERRORS[code].title)}`)
    this.status = ERRORS[code].status
  }
}

/** Returns a refusal of input whose detail names the first three wrong fields. */
export const wrongInput = (code: 'validation' | 'malformed', errors: FieldRefusal[]): Refusal =>
  new Refusal(code, joinTexts(errors.slice(0, 3).map(({ pointer, detail }) => namedText(pointer, detail))), { errors })

/** Returns a text after the place that it is about. @param whole name of the empty place */
export const namedText = (place: string, text: Text, whole = sentence`The body`): Sentence =>
  sentence`${place || whole}: ${joinTexts([text])}`

/** Returns the messages of issues, each of them once. */
const messagesOf = (issues: FieldIssue[]): Text => joinTexts(issues.map(({ message }) => message))

/** Returns a 422 with each message on its field. */
export function invalid(issues: FieldIssue[], code = 'invalid'): Refusal {
  return new Refusal('validation', messagesOf(issues), {
    errors: issues.map((issue) => ({ pointer: pointerOf(issue.path), code, detail: issue.message })),
  })
}

/** Returns a 422 with a message on one field. */
export const invalidAt = (path: string, message: Text, code?: string): Refusal => invalid([{ path, message }], code)

/** Texts about a reference to an unknown record, by the type of record as people call it. */
const UNKNOWN = {
  record: sentence`This record does not exist. Choose one from the list.`,
  journey: sentence`This journey does not exist. Choose one from the list.`,
  payment: sentence`This payment does not exist. Choose one from the list.`,
  person: sentence`This person does not exist. Choose one from the list.`,
  reservation: sentence`This reservation does not exist. Choose one from the list.`,
  route: sentence`This route does not exist. Choose one from the list.`,
  season: sentence`This season does not exist. Choose one from the list.`,
  source: sentence`This source does not exist. Choose one from the list.`,
  till: sentence`This till does not exist. Choose one from the list.`,
  vehicle_type: sentence`This vehicle type does not exist. Choose one from the list.`,
} as const

/** Returns a 422 for a reference to an unknown record. */
export const unknownReference = (path: string, what: keyof typeof UNKNOWN = 'record'): Refusal =>
  invalidAt(path, UNKNOWN[what], 'unknown_reference')

/** Returns a 409 for valid fields that the current state does not allow. */
export function wrongState(issues: FieldIssue[], details: Details = {}): Refusal {
  return new Refusal('invalid_state', messagesOf(issues), {
    errors: issues.map((issue) => ({ pointer: pointerOf(issue.path), code: 'state', detail: issue.message })),
    ...details,
  })
}

/** Returns a 409 with a message on one field. */
export const wrongStateAt = (path: string, message: Text): Refusal => wrongState([{ path, message }])

/** Returns a 409 with a message on the field of a step that is too early. */
export const tooEarlyAt = (path: string, message: Text): Refusal =>
  new Refusal('invalid_state', message, { errors: [{ pointer: pointerOf(path), code: 'too_early', detail: message }] })

/** Returns a 409 for a record that may not be deleted. @param code field code of the reason */
export const refusedDeletion = (
  code: 'has_payments' | 'still_active' | 'on_record' | 'own_account',
  detail: Text,
): Refusal => new Refusal('invalid_state', detail, { errors: [{ pointer: '', code, detail }] })

/** Returns another refusal of the catalogue, with its message on one field; `''` for the whole body. */
export const refusedAt = (code: ErrorCode, path: string, detail: Text): Refusal =>
  new Refusal(code, detail, { errors: [{ pointer: pointerOf(path), code, detail }] })

export const pointerOf = (path: string): string =>
  path === ''
    ? ''
    : `/${path
        .split('.')
        .map((part) => part.replace(/~/g, '~0').replace(/\//g, '~1'))
        .join('/')}`
