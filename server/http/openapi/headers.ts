import { z } from 'zod'
import { acceptsKey, type Operation } from '../../../contract/core/operations'

type Part = Record<string, unknown>

const text = (description: string, more: Part = {}) => ({ description, schema: { type: 'string', ...more } })
const number = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': text('Identifies the call in logs; as sent by the caller, or generated.'),
  ETag: text('Identifies the content. The ETag of a record begins with its version: `"3-k2Jx0aUq4h1b"`.'),
  'Content-Range': text(
    'The range of records, and how many match: `stations 0-24/319`; `stations */319` past the end.',
  ),
  'X-Total-More': text('`true` if more records match than the total says.'),
  Location: text('The address of the new record.'),
  'Idempotent-Replayed': text('`true` if this is the answer to an earlier call with the same key.'),
  'WWW-Authenticate': text('The scheme to sign in with.'),
  'Retry-After': number('Seconds to wait before the same call is sent again.'),
  'RateLimit-Policy': text('The limits that apply, draft-ietf-httpapi-ratelimit-headers-10: `"key";q=120;w=60`.'),
  RateLimit: text('What is left of each limit: `"key";r=119;t=60`.'),
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

/** Headers of requests. */
export const PARAMETERS = {
  IfMatch: ofParameter('If-Match', 'The ETag that the change was made from, several of them, or `*` for any.', true),
  IfNoneMatch: ofParameter('If-None-Match', 'ETags that the caller has. The answer is 304 if one is still valid.'),
  IdempotencyKey: ofParameter(
    'Idempotency-Key',
    'The same call with the same key is executed once and gets the first answer for 24 hours; OCTO returns the booking as it is now.',
  ),
  NeededIdempotencyKey: ofParameter(
    'Idempotency-Key',
    'A new value for each request, and the same value for a retry. Money is moved once for each value.',
    true,
  ),
} as const

type Parameter = keyof typeof PARAMETERS

export const isRead = ({ method, path, root, ok }: Operation): boolean =>
  method === 'GET' && ok.schema !== undefined && (root !== 'host' || path.startsWith('/octo/'))

/** Returns the header parameters of an operation. */
export function requestHeaders(operation: Operation): Part[] {
  const names: Parameter[] = [
    ...(operation.ifMatch ? (['IfMatch'] as const) : []),
    ...(isRead(operation) ? (['IfNoneMatch'] as const) : []),
    ...(operation.once
      ? (['NeededIdempotencyKey'] as const)
      : acceptsKey(operation)
        ? (['IdempotencyKey'] as const)
        : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const ALWAYS: readonly Header[] = ['X-Request-Id']
const LIMITS: readonly Header[] = ['RateLimit-Policy', 'RateLimit']

/** Returns the headers of a successful answer. @param isLocated whether another operation reads what this one creates */
export function answerHeaders(operation: Operation, isLocated: boolean): Part {
  const { ok, ifMatch, query } = operation
  const hasPages = ok.schema instanceof z.ZodArray && query instanceof z.ZodObject && 'range' in query.shape
  return refs([
    ...ALWAYS,
    ...(isRead(operation) || ifMatch ? (['ETag'] as const) : []),
    ...(hasPages ? (['Content-Range', 'X-Total-More'] as const) : []),
    ...(isLocated ? (['Location'] as const) : []),
    ...(acceptsKey(operation) ? (['Idempotent-Replayed'] as const) : []),
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
