import { expect, test } from 'vitest'
import { HttpError } from '../../../../src/providers/http/problem'
import { problemText } from '../../../../src/ui/problemText'

const textOf = (error: unknown) => problemText(error, { t: (key: string) => key, language: 'en' })

test('problem text asks for a request number only when the answer has one', () => {
  expect(textOf(new HttpError('Service Unavailable', 503))).toBe('app.problem.unexplained')
  expect(textOf(new HttpError('', 0))).toBe('app.problem.offline')
  expect(textOf(new HttpError('', 500, { code: 'internal_error', request_id: '7' }))).toBe('errors.internal_error')
})

test('problem text of an unknown outcome names no header of the request', () => {
  const detail = 'Send the same request again with the same Idempotency-Key.'
  expect(textOf(new HttpError(detail, 503, { code: 'outcome_unknown', detail }))).toBe('errors.outcome_unknown')
})
