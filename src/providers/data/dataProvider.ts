import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider, DeleteParams, GetManyParams, Identifier, RaRecord, UpdateParams } from 'react-admin'
import { EXACT_TOTAL_ROWS } from '../../../contract/core/limits'
import { API_ROOT } from '../config'
import { httpClient, type HttpAnswer, type HttpOptions } from '../http/httpClient'
import { changedFields } from './changes'

/** What a list's answer says beside its rows. */
export interface ListMeta {
  /** More records match than were counted: the total reads "10,000+". */
  totalIsMinimum: boolean
}

/** One of a bulk operation's records that the server refused. */
export interface BulkFailure {
  id: Identifier
  error: unknown
}

/** Some records of a bulk operation were refused; the others are done. */
export class BulkError extends Error {
  constructor(
    readonly failures: BulkFailure[],
    readonly done: Identifier[],
  ) {
    super('app.bulk.refused')
  }
}

/** How many calls of a bulk operation run at once. */
const BULK_CALLS_AT_ONCE = 4
/** As many ids as an address line carries safely. */
const IDS_PER_CALL = 100
const ANY_VERSION = '*'
/** Set to `true` beside a Content-Range whose total means "more than". */
const MORE_THAN_TOTAL_HEADER = 'x-total-more'

type SimpleRestAnswer = HttpAnswer & { json: unknown }

/** ra-data-simple-rest over our HTTP client: trailing slashes, extra headers, and a look at each answer. */
function rest(extraHeaders: Record<string, string> = {}, onAnswer: (answer: HttpAnswer) => void = () => undefined) {
  const call = async (url: string, options: HttpOptions = {}): Promise<SimpleRestAnswer> => {
    const target = new URL(url)
    if (!target.pathname.endsWith('/')) target.pathname += '/'
    const headers = new Headers(options.headers)
    // A call without a body has no type to name.
    headers.delete('Content-Type')
    for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value)
    const answer = await httpClient(target, { ...options, headers })
    onAnswer(answer)
    return answer
  }
  return simpleRestProvider(API_ROOT, call as Parameters<typeof simpleRestProvider>[1])
}

const etag = (version: unknown): Record<string, string> =>
  typeof version === 'number' ? { 'If-Match': `"${version}"` } : {}

async function listed<T extends { total?: number; data: unknown }>(
  read: (provider: DataProvider) => Promise<T>,
): Promise<T & { meta: ListMeta }> {
  let totalIsMinimum = false
  const result = await read(
    rest({}, ({ headers }) => (totalIsMinimum = headers.get(MORE_THAN_TOTAL_HEADER) === 'true')),
  )
  const total = totalIsMinimum ? EXACT_TOTAL_ROWS : result.total
  return { ...result, ...(total === undefined ? {} : { total }), meta: { totalIsMinimum } }
}

/** Runs one call per record, a few at a time; refused ones do not stop the others. */
async function each(ids: Identifier[], call: (id: Identifier) => Promise<unknown>): Promise<{ data: Identifier[] }> {
  const waiting = [...ids]
  const done: Identifier[] = []
  const failures: BulkFailure[] = []
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await call(id)
        done.push(id)
      } catch (error) {
        failures.push({ id, error })
      }
    }
  }
  await Promise.all(Array.from({ length: BULK_CALLS_AT_ONCE }, worker))
  if (failures.length > 0) throw new BulkError(failures, done)
  return { data: done }
}

const plain = rest()

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

export const dataProvider: DataProvider = {
  ...plain,
  getList: (resource, params) => listed((provider) => provider.getList(resource, params)),
  getManyReference: (resource, params) => listed((provider) => provider.getManyReference(resource, params)),

  /** Asks for as many rows as there are ids: a page would end after 25. */
  async getMany<R extends RaRecord>(resource: string, { ids, signal }: GetManyParams<R>) {
    const pages = await Promise.all(
      chunks(ids, IDS_PER_CALL).map(async (chunk) => {
        const query = new URLSearchParams({ filter: JSON.stringify({ id: chunk }), range: `[0,${chunk.length - 1}]` })
        const { json } = await httpClient(`${API_ROOT}/${resource}/?${query}`, { signal: signal ?? null })
        return json as R[]
      }),
    )
    return { data: pages.flat() }
  },

  /** Sends only what changed, for the version that was read. */
  async update<R extends RaRecord>(resource: string, params: UpdateParams<R>) {
    const data = changedFields(params.data, params.previousData)
    if (Object.keys(data).length === 0 && params.previousData) return { data: params.previousData }
    return rest(etag(params.previousData?.['version'])).update(resource, { ...params, data: data as Partial<R> })
  },

  async delete<R extends RaRecord>(resource: string, params: DeleteParams<R>) {
    return rest(etag(params.previousData?.['version'])).delete(resource, params)
  },

  updateMany: (resource, { ids, data }) =>
    each(ids, (id) => rest({ 'If-Match': ANY_VERSION }).update(resource, { id, data, previousData: { id } })),

  deleteMany: (resource, { ids }) => each(ids, (id) => rest({ 'If-Match': ANY_VERSION }).delete(resource, { id })),
}
