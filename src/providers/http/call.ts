import type { z } from 'zod'
import type { Address, Operations } from '../../../contract/all-operations'
import { API_ROOT } from '../config'
import { httpClient, type HttpAnswer, type HttpOptions } from './httpClient'

type Sent<S> = S extends z.ZodType ? z.input<S> : never
type PartOf<O, K extends string> = O extends Record<K, infer S> ? Sent<S> : never

/** Request part: absent if the operation has none; a query may be omitted if all of its fields are optional. */
type Part<O, K extends string> = [PartOf<O, K>] extends [never]
  ? unknown
  : K extends 'query'
    ? object extends PartOf<O, K>
      ? { [N in K]?: PartOf<O, K> }
      : Record<K, PartOf<O, K>>
    : Record<K, PartOf<O, K>>

/** Transport options of a call. */
type Sending = Pick<HttpOptions, 'headers' | 'signal' | 'timeoutMs' | 'keepalive'> & {
  /** Idempotency key: the server executes calls with the same key only once. */
  once?: string
}

export type BodyOf<A extends Address> = PartOf<Operations[A], 'body'>

/** Request of the operation at an address. */
export type Request<A extends Address> = Sending &
  Part<Operations[A], 'params'> &
  Part<Operations[A], 'query'> &
  (Operations[A] extends { bodyType: string } ? { body: FormData } : Part<Operations[A], 'body'>) &
  /** Version that the change is based on; `*` matches any. */
  (Operations[A] extends { ifMatch: true } ? { ifMatch: number | '*' } : unknown) &
  /** Idempotency key, required where money moves: repeated attempts execute once. */
  (Operations[A] extends { once: true } ? { once: string } : unknown)

export type Answer<A extends Address> = Operations[A]['ok'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : null

/** Arguments after the address; optional where the request has no required part. */
export type Requested<A extends Address> = object extends Request<A> ? [request?: Request<A>] : [request: Request<A>]

interface AnyRequest extends Sending {
  params?: Record<string, string>
  query?: object
  body?: unknown
  ifMatch?: number | '*'
}

/** Calls an operation of the contract by its address: `call('GET /stations/:id', { params: { id } })`. @throws HttpError */
export async function call<A extends Address>(address: A, ...[request]: Requested<A>): Promise<Answer<A>> {
  const { json } = await send(address, request)
  return json as Answer<A>
}

export interface Rows<T> {
  rows: T
  /** Number of rows on all pages. */
  total: number
}

/** Reads one page of a list, as `call` does. @param page from 1 */
export async function callPage<A extends Address>(
  address: A,
  { filter, page, perPage }: { filter: object; page: number; perPage: number },
  ...[request]: [Omit<Request<A>, 'query'>?]
): Promise<Rows<Answer<A>>> {
  const query = { filter, range: [(page - 1) * perPage, page * perPage - 1] }
  const { json, headers } = await send(address, { ...request, query })
  return { rows: json as Answer<A>, total: Number(headers.get('content-range')?.split('/')[1] ?? 0) }
}

/** File of the API with the name that the server gives it. */
interface NamedFile {
  file: Blob
  name: string
  headers: Headers
}

/** Calls an operation that answers a file, as `call` does. */
export async function callFile<A extends Address>(address: A, type: string, request: Request<A>): Promise<NamedFile> {
  const sent = { ...request, headers: { Accept: `${type}, application/problem+json` } }
  const { file = new Blob(), headers } = await send(address, sent, true)
  const [, name = ''] = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return { file, name, headers }
}

function send(address: Address, request: object = {}, binary = false): Promise<HttpAnswer> {
  const { params = {}, query = {}, body, ifMatch, once, headers, ...options }: AnyRequest = request
  const [method = '', path = ''] = address.split(' ')
  const place = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = queryOf(query)
  return httpClient(`${API_ROOT}${place}/${search === '' ? '' : `?${search}`}`, {
    ...options,
    method,
    binary,
    headers: {
      ...(headers as Record<string, string>),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
      ...(once !== undefined && { 'Idempotency-Key': once }),
    },
    body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
  })
}

/** Builds a query string: omits empty values and encodes other values than strings as JSON. */
function queryOf(query: object): string {
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return new URLSearchParams(
    said.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString()
}

/** Returns a random idempotency key. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
