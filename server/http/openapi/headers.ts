import { z } from 'zod'
import type { Operation } from '../../../contract/core/operations'

type Part = Record<string, unknown>

const text = (description: string, more: Part = {}) => ({ description, schema: { type: 'string', ...more } })
const number = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** What answers say beside their body. */
export const HEADERS = {
  'X-Request-Id': text('Names the call in logs: as it was sent, or made up.'),
  ETag: text('Names what was told. That of a record begins with its version: `"3-k2Jx0aUq4h1b"`.'),
  'Content-Range': text(
    'Which records these are, and how many match: `stations 0-24/319`; `stations */319` past the end.',
  ),
  'X-Total-More': text('`true` where more match than the total says.'),
  Location: text('Where the record is read.'),
  'Idempotent-Replayed': text('`true` where this is the answer to an earlier call with the same key.'),
  'WWW-Authenticate': text('The scheme to sign in with.'),
  'Retry-After': number('Seconds to wait before the same call is sent again.'),
  'RateLimit-Policy': text('Which limits hold, draft-ietf-httpapi-ratelimit-headers-10: `"key";q=120;w=60`.'),
  RateLimit: text('What is left of each: `"key";r=119;t=60`.'),
} as const

type Header = keyof typeof HEADERS

const refs = (names: readonly Header[]): Part =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const ofParameter = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

/** What calls say beside their body. */
export const PARAMETERS = {
  IfMatch: ofParameter('If-Match', 'The ETag that the change was made from, several of them, or `*` for any.', true),
  IfNoneMatch: ofParameter('If-None-Match', 'ETags that the caller has: 304 where one still holds.'),
  IdempotencyKey: ofParameter('Idempotency-Key', 'The same call with the same key gets the first answer for 24 hours.'),
  NeededIdempotencyKey: ofParameter(
    'Idempotency-Key',
    'A new value for each wish, the same one to try it again: what moves money is done once.',
    true,
  ),
} as const

type Parameter = keyof typeof PARAMETERS

const CHANGES: readonly Operation['method'][] = ['POST', 'PATCH', 'DELETE']

export const isRead = ({ method, path, root, ok }: Operation): boolean =>
  method === 'GET' && ok.schema !== undefined && (root !== 'host' || path.startsWith('/octo/'))

export const isTakenOnce = ({ method }: Operation): boolean => CHANGES.includes(method)

/** Headers that an operation takes. */
export function requestHeaders(operation: Operation): Part[] {
  const names: Parameter[] = [
    ...(operation.ifMatch ? (['IfMatch'] as const) : []),
    ...(isRead(operation) ? (['IfNoneMatch'] as const) : []),
    ...(operation.once
      ? (['NeededIdempotencyKey'] as const)
      : isTakenOnce(operation)
        ? (['IdempotencyKey'] as const)
        : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const ALWAYS: readonly Header[] = ['X-Request-Id']
const LIMITS: readonly Header[] = ['RateLimit-Policy', 'RateLimit']

/** Headers of the answer that an operation is called for. @param isLocated whether what it creates is read somewhere */
export function answerHeaders(operation: Operation, isLocated: boolean): Part {
  const { ok, ifMatch, query } = operation
  const hasPages = ok.schema instanceof z.ZodArray && query instanceof z.ZodObject && 'range' in query.shape
  return refs([
    ...ALWAYS,
    ...(isRead(operation) || ifMatch ? (['ETag'] as const) : []),
    ...(hasPages ? (['Content-Range', 'X-Total-More'] as const) : []),
    ...(isLocated ? (['Location'] as const) : []),
    ...(isTakenOnce(operation) ? (['Idempotent-Replayed'] as const) : []),
    ...LIMITS,
  ])
}

export const unchangedHeaders = (): Part => refs([...ALWAYS, 'ETag'])

export function refusalHeaders(status: number): Part {
  return refs([
    ...ALWAYS,
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 429 ? LIMITS : []),
  ])
}
