import type { Problem } from '../../../contract/core/problem'

/** Field errors, nested as the form's values: `{ name: { en: '…' }, route_stops: { 2: { … } } }`. */
export interface FieldErrors {
  [field: string]: string | FieldErrors
}

/** Formats a field error for the reader. @param writtenIn tag of the language of the detail; null for English */
type FieldErrorWords = (code: string, detail: string, writtenIn: string | null) => string

/** The server's own text unless set. */
let fieldErrorWords: FieldErrorWords = (_code, detail) => detail
export function setFieldErrorWords(words: FieldErrorWords): void {
  fieldErrorWords = words
}

/** Converts `errors[{pointer, code, detail}]` of a problem to nested field errors. Errors of the whole body go to `root`. */
export function toFieldErrors(errors: NonNullable<Problem['errors']>, writtenIn: string | null = null): FieldErrors {
  const result: FieldErrors = {}
  for (const { pointer, code, detail } of errors) {
    const path = pointerPath(pointer)
    const message = fieldErrorWords(code, detail, writtenIn)
    if (path.length === 0) {
      result['root'] = { serverError: message }
      continue
    }
    const last = path.pop() as string
    let target = result
    for (const step of path) {
      const next = target[step]
      target = typeof next === 'object' ? next : (target[step] = {})
    }
    if (typeof target[last] !== 'object') target[last] = message
  }
  return result
}

/** Splits a JSON pointer: `/route_stops/2/a~1b` → `['route_stops', '2', 'a/b']`. */
export function pointerPath(pointer: string): string[] {
  return pointer
    .split('/')
    .filter((step) => step !== '' && step !== '#')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter((step) => step !== '__proto__' && step !== 'constructor')
}
