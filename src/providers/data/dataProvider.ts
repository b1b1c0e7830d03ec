import simpleRestProvider from 'ra-data-simple-rest'
import type {
  CreateParams,
  DataProvider,
  DeleteParams,
  GetListParams,
  GetListResult,
  GetManyParams,
  GetManyReferenceParams,
  RaRecord,
  UpdateParams,
} from 'react-admin'
import { EXACT_TOTAL_ROWS } from '../../../contract/core/limits/requests'
import { API_ROOT } from '../config'
import { newKey } from '../http/call'
import { httpClient, type HttpAnswer, type HttpOptions } from '../http/httpClient'
import { isSettled } from '../http/problem'
import { changedFields } from './changes'

/** Metadata of a list answer. */
export interface ListMeta {
  /** Whether more records match than were counted; the total then reads "10,000+". */
  totalIsMinimum: boolean
}

/** Ids per request, limited by a safe length of the URL. */
export const IDS_PER_CALL = 100
/** Response header that is `true` when the total in Content-Range is a lower bound. */
const MORE_THAN_TOTAL_HEADER = 'x-total-more'

type SimpleRestAnswer = HttpAnswer & { json: unknown }

/** Wraps ra-data-simple-rest: adds trailing slashes and headers, and passes each answer to `onAnswer`. */
function rest(extraHeaders: Record<string, string> = {}, onAnswer: (answer: HttpAnswer) => void = () => undefined) {
  const call = async (url: string, options: HttpOptions = {}): Promise<SimpleRestAnswer> => {
    const target = new URL(url)
    if (!target.pathname.endsWith('/')) target.pathname += '/'
    const headers = new Headers(options.headers)
    // Only requests with a body have a content type; `httpClient` sets it.
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

type Pagination = NonNullable<GetListParams['pagination']>

/** A total that is a lower bound is left out, because react-admin would take it for the end of the list. */
async function listed<R extends RaRecord>(
  { pagination }: GetListParams,
  read: (provider: DataProvider, page: Pagination | undefined) => Promise<GetListResult<R>>,
): Promise<GetListResult<R>> {
  let totalIsMinimum = false
  const { total, ...result } = await read(
    rest({}, ({ headers }) => (totalIsMinimum = headers.get(MORE_THAN_TOTAL_HEADER) === 'true')),
    pagination,
  )
  const meta: ListMeta = { totalIsMinimum }
  if (totalIsMinimum && pagination) {
    const { page, perPage } = pagination
    const end = page * perPage
    // Rows beyond the counted ones are not part of the total: after a full page there, the next row is read.
    const isCounted = end < EXACT_TOTAL_ROWS || result.data.length < perPage
    const hasNextPage = isCounted
      ? result.data.length === perPage
      : (await read(plain, { page: end + 1, perPage: 1 })).data.length > 0
    return { ...result, pageInfo: { hasNextPage, hasPreviousPage: pagination.page > 1 }, meta }
  }
  return { ...result, ...(total === undefined ? {} : { total }), meta }
}

/**
 * Reads the last counted page instead of one behind the end of the list, with a total by which react-admin changes the page
 * in the address. By default, react-admin shows the first page.
 */
async function withinEnd<R extends RaRecord>(
  { pagination }: GetListParams,
  readPage: (page: Pagination | undefined) => Promise<GetListResult<R>>,
): Promise<GetListResult<R>> {
  const found = await readPage(pagination)
  const total = countedTotal(found.total, found.meta as ListMeta | undefined) ?? 0
  if (!pagination || found.data.length > 0 || pagination.page <= 1 || total === 0) return found
  const { perPage } = pagination
  const last = await readPage({ page: Math.ceil(total / perPage), perPage })
  return { data: last.data, total, meta: last.meta as unknown }
}

/** Returns the number of records that were counted; a lower bound where `meta` says so. */
export const countedTotal = (total: number | undefined, meta: ListMeta | undefined): number | undefined =>
  total ?? (meta?.totalIsMinimum ? EXACT_TOTAL_ROWS : undefined)

const plain = rest()
/** Bulk changes know ids but no versions, so they match any version. */
const atAnyVersion = rest({ 'If-Match': '*' })

export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** Idempotency keys of the records to create, by their content, while it is unknown whether they were created. */
const unsettledKeys = new Map<string, string>()

export const dataProvider: DataProvider = {
  ...plain,
  getList: <R extends RaRecord>(resource: string, params: GetListParams) =>
    withinEnd<R>(params, (page) => {
      const asked = { ...params, ...(page && { pagination: page }) }
      return listed<R>(asked, (provider, pagination) =>
        provider.getList<R>(resource, { ...params, ...(pagination && { pagination }) }),
      )
    }),
  getManyReference: <R extends RaRecord>(resource: string, params: GetManyReferenceParams) =>
    listed<R>(params, (provider, pagination) =>
      provider.getManyReference<R>(resource, { ...params, pagination: pagination ?? params.pagination }),
    ),

  /** Requests as many rows as there are ids, because the default page has 25. */
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

  /** Repeats a creation with an unknown outcome with its key, so that the record is created once. */
  async create(resource: string, params: CreateParams) {
    const record = `${resource} ${JSON.stringify(params.data)}`
    const key = unsettledKeys.get(record) ?? newKey()
    unsettledKeys.set(record, key)
    try {
      const created = await rest({ 'Idempotency-Key': key }).create(resource, params)
      unsettledKeys.delete(record)
      return created
    } catch (error) {
      if (isSettled(error)) unsettledKeys.delete(record)
      throw error
    }
  },

  /** Sends only the changed fields, with the version that was read. */
  async update<R extends RaRecord>(resource: string, params: UpdateParams<R>) {
    const data = changedFields(params.data, params.previousData)
    if (Object.keys(data).length === 0 && params.previousData) return { data: params.previousData }
    return rest(etag(params.previousData?.['version'])).update(resource, { ...params, data: data as Partial<R> })
  },

  async delete<R extends RaRecord>(resource: string, params: DeleteParams<R>) {
    return rest(etag(params.previousData?.['version'])).delete(resource, params)
  },

  updateMany: atAnyVersion.updateMany,
  deleteMany: atAnyVersion.deleteMany,
}
