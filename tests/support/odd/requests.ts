import type { Draw } from './draw'
import { idFor, oddText, valueFor, type Ids, type Making, type Schema } from './values'

export const CALLERS = ['admin', 'agent', 'portal', 'key', 'reseller', 'anonymous'] as const
export type Caller = (typeof CALLERS)[number]

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema?: Schema
}

interface Described {
  operationId: string
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Described>>
}

export interface OddRequest {
  /** The operation; null for a URL without one. */
  operation: string | null
  /** Documented media types of the response, by status. */
  known: ReadonlyMap<string, readonly string[]>
  caller: Caller
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}

/** Called rarely, because they spend the time of the test on passwords, documents and plans. */
const SELDOM = new Set([
  'login',
  'partnerLogin',
  'changePassword',
  'acceptPartnerInvitation',
  'followAccountLink',
  'suggestForJourney',
  'suggestForHire',
  'printManifest',
  'printTickets',
  'printPartnerTickets',
  'exportCustomer',
  'sendTickets',
])
/** Never called, because they would end the sessions of the callers. */
const NEVER = new Set(['logout', 'endOtherSessions', 'partnerLogout'])

export interface RequestMaker {
  next: () => OddRequest
}

/** Generates requests from the API's document; the same seed and data give the same requests. */
export function requestMaker(document: ApiDocument, ids: Ids, draw: Draw): RequestMaker {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  )
  const next = (): OddRequest => {
    if (draw.chance(0.02)) return nowhere(draw)
    const { path, method, described } = draw.of(operations)
    if (NEVER.has(described.operationId) || (SELDOM.has(described.operationId) && draw.chance(0.8))) return next()
    const making: Making = { draw, ids, odd: draw.of([0, 0.02, 0.1, 0.3]) }
    const query = queryFor(described, making)
    return {
      operation: described.operationId,
      known: answersOf(described),
      caller: callerFor(described, draw),
      method,
      url: `${pathFor(path, making)}${query === '' ? '' : `?${query}`}`,
      ...messageFor(described, method, making),
    }
  }
  return { next }
}

const answersOf = ({ responses }: Described): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(responses).map(([status, { content = {} }]) => [status, Object.keys(content)]))

const SCHEMES: Readonly<Record<string, readonly Caller[]>> = {
  staff: ['admin', 'admin', 'agent'],
  partner: ['portal', 'key'],
  reseller: ['reseller'],
  staffInQuery: ['anonymous'],
}

function callerFor({ security }: Described, draw: Draw): Caller {
  const scheme = Object.keys(security?.[0] ?? {})[0]
  return draw.chance(0.05) ? draw.of(CALLERS) : draw.of(SCHEMES[scheme ?? ''] ?? ['anonymous'])
}

const ODD_SEGMENTS = [
  '%00',
  '%ED%A0%80',
  'x%00y',
  '..%2F..',
  '%20',
  'x'.repeat(100),
  'x'.repeat(200),
  '0',
  '-1',
  'null',
]

function pathFor(path: string, making: Making): string {
  const { draw } = making
  const made = path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    if (draw.chance(making.odd)) return `${before}/${draw.of(ODD_SEGMENTS)}`
    if (name === 'resource')
      return `${before}/${draw.of(['stations', 'customers', 'vehicles', 'reservations', 'nonsense'])}`
    return `${before}/${idFor(name === 'id' || name === 'uuid' ? before : name, making)}`
  })
  return draw.chance(0.3) ? made : `${made}/`
}

function queryFor(described: Described, making: Making): string {
  const { draw } = making
  const parts: string[] = []
  for (const { name, in: place, schema } of described.parameters ?? []) {
    if (place !== 'query' || draw.chance(0.4)) continue
    const value = listPart(name, described, making) ?? valueFor(schema ?? true, making, name)
    parts.push(`${name}=${encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`)
  }
  if (draw.chance(making.odd))
    parts.push(draw.of(['%00=1', 'sort=x', 'filter=%zz', 'a[]=1&a[]=2', `${'q=1&'.repeat(50)}`, 'token=%00']))
  return parts.join('&')
}

/** A lone surrogate can be sent in a URL only as its raw bytes. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('%EF%BF%BD', '%ED%A0%80')

/** Returns one of the three query parameters of a list, which are JSON. */
function listPart(name: string, described: Described, making: Making): string | null {
  const { draw } = making
  const answer = described.responses['200']?.content?.['application/json']?.schema
  const items = answer?.items
  const fields = (!Array.isArray(items) && items?.properties) || {}
  const names = Object.keys(fields)
  if (draw.chance(making.odd))
    return draw.of(['{', '[]', 'null', '{"a":'.repeat(3_000), '[['.repeat(3_000), oddText(draw)])
  if (name === 'sort')
    return JSON.stringify([names.length > 0 ? draw.of([...names, 'nonsense']) : 'id', draw.of(['ASC', 'DESC', 'asc'])])
  if (name === 'range')
    return JSON.stringify(
      draw.of([
        [0, 9],
        [0, 199],
        [5, 4],
        [10_000_000, 10_000_001],
        [0, 1_000],
        [-1, 2],
      ]),
    )
  if (name !== 'filter') return null
  const filter: Record<string, unknown> = {}
  for (let left = draw.below(4); left > 0 && names.length > 0; left -= 1) {
    const field = draw.of(names)
    const suffix = draw.of(['', '', '_in', '_neq', '_gte', '_lt', '_like', '_isnull'])
    const value = valueFor(fields[field] ?? true, { ...making, odd: Math.max(making.odd, 0.1) }, field)
    filter[`${field}${suffix}`] = suffix === '_in' ? [value] : suffix === '_isnull' ? draw.chance(0.5) : value
  }
  if (draw.chance(0.3)) filter['q'] = draw.chance(0.5) ? oddText(draw) : 'Lar'
  return JSON.stringify(filter)
}

function messageFor(described: Described, method: string, making: Making): Pick<OddRequest, 'headers' | 'payload'> {
  const { draw } = making
  const headers: Record<string, string> = {}
  for (const { name, in: place } of described.parameters ?? [])
    if (place === 'header' && draw.chance(0.95))
      headers[name.toLowerCase()] = draw.of(['*', '*', '*', '"1"', '"2"', '"99999999999"', 'W/"1"', '"x"', '"-1"'])
  if (draw.chance(0.05)) headers['idempotency-key'] = draw.of(['k', 'same', '\u00ff', 'x'.repeat(256), ' '])
  if (draw.chance(0.05)) headers['accept-language'] = draw.of(['fr', 'ar', 'xx', '', '*'])
  if (draw.chance(0.02)) headers['x-request-id'] = draw.of(['abc', 'ä', 'x'.repeat(100)])
  const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return { headers }
  if (type === 'multipart/form-data') return formFor(making)
  headers['content-type'] = draw.chance(0.01) ? draw.of(['text/plain', 'application/xml', 'x', '']) : type
  return { headers, payload: bodyFor(content.schema, method, making) }
}

function bodyFor(schema: Schema, method: string, making: Making): string {
  const { draw } = making
  if (draw.chance(making.odd / 4))
    return draw.of([
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '\u0000',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '['.repeat(5_000) + ']'.repeat(5_000),
      '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
      `{"a":"${'x'.repeat(1_100_000)}"}`,
      '{"a":1e400}',
      '{"a":1,"a":2}',
    ])
  const value =
    method === 'PATCH' && draw.chance(0.7) ? fewOf(valueFor(schema, making), draw) : valueFor(schema, making)
  if (draw.chance(making.odd / 10) && typeof value === 'object' && value !== null) {
    const [name] = Object.keys(value)
    if (name !== undefined) {
      const rest = JSON.stringify({ ...value, [name]: undefined }).slice(1)
      return `{${JSON.stringify(name)}:${'['.repeat(3_000)}${']'.repeat(3_000)}${rest === '}' ? rest : `,${rest}`}`
    }
  }
  return JSON.stringify(value) ?? 'null'
}

/** Returns only one or two fields: with many, one is sure to be rejected before the others are checked. */
function fewOf(value: unknown, draw: Draw): unknown {
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return fields.length === 0 ? value : Object.fromEntries([draw.of(fields), draw.of(fields)])
}

/** Builds a form upload with transmission faults and client errors. */
function formFor({ draw }: Making): Pick<OddRequest, 'payload'> & { headers: Record<string, string> } {
  const mark = 'xxMARKxx'
  const part = (disposition: string, content: string) =>
    `--${mark}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`
  const file = part(
    `name="file"; filename="${draw.of(['a.csv', 'a.zip', '../../x', '\u0001', "%00'.csv", ''])}"`,
    draw.of(['code,name\nAA,A\n', 'code,name\nA\u0000,B\n', 'PK\u0003\u0004', '', 'x', '"open']),
  )
  const field = part(
    `name="${draw.of(['from', 'to', 'dry_run', '__proto__', 'x'])}"`,
    draw.of(['2026-11-21', '', '\u0000', 'x'.repeat(500)]),
  )
  const end = `--${mark}--\r\n`
  const payload = draw.of([
    file + end,
    field + file + end,
    file + field + end,
    field + end,
    file,
    file.slice(0, 40),
    `--${mark}\r\n\r\n`,
    end,
    '',
    file.repeat(12) + end,
    field.repeat(12) + end,
    `--${mark}\r\nContent-Disposition: form-data; name=file\r\n\r\nx\r\n${end}`,
    `--${mark}\r\nnonsense\r\n\r\n${end}`,
  ])
  const type = draw.of([
    `multipart/form-data; boundary=${mark}`,
    `multipart/form-data; boundary=${mark}`,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json',
  ])
  return { headers: { 'content-type': type }, payload }
}

/** Returns an unroutable request or a malformed URL. */
function nowhere(draw: Draw): OddRequest {
  const url = draw.of([
    '/api/nothing/',
    '/api/%',
    '/api/stations/%zz/',
    '/%E0%A4%A/',
    '/api/stations/%ff',
    `/api/stations/${'x'.repeat(500)}/`,
    `/octo/products/${'x'.repeat(500)}`,
    '/api/../../etc/passwd',
    '/api//stations//',
    '/api/stations/?%00',
    '/ws/nothing',
    '/',
    '/api/docs/%00',
    '/assets/%00.js',
    '/locales/%2e%2e/x',
    '/*',
  ])
  const method = draw.of(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'])
  return { operation: null, known: new Map(), caller: draw.of(CALLERS), method, url, headers: {} }
}
