import { PAGE_MAX_ROWS } from '../../../contract/core/limits/requests'
import { isObject } from '../../providers/storage'
import { fieldsOf, type AnySpec } from '../resource'

/** Fields of every record, by which a list can be sorted even if it does not show them. */
const OWN_FIELDS: readonly string[] = ['id', 'created_at', 'updated_at']
const MAX_PAGE = 100_000

/** Returns the query of a list's address without invalid parameters. A valid query is returned unchanged. */
export function readableSearch(spec: AnySpec, search: string): string {
  const params = new URLSearchParams(search)
  const keep = (name: string, isReadable: (value: string) => boolean) => {
    const value = params.get(name)
    if (value === null || isReadable(value)) return true
    params.delete(name)
    return false
  }
  keep('sort', (field) =>
    [spec.sort.field, ...OWN_FIELDS, ...fieldsOf(spec).map(({ source }) => source)].includes(field),
  )
  if (!params.has('sort')) keep('order', () => false)
  else if (!['ASC', 'DESC'].includes(params.get('order') ?? '')) params.set('order', 'ASC')
  keep('page', (page) => isWithin(page, MAX_PAGE))
  keep('perPage', (rows) => isWithin(rows, PAGE_MAX_ROWS))
  for (const name of ['filter', 'displayedFilters']) keep(name, isJsonObject)
  const readable = params.toString()
  return readable === new URLSearchParams(search).toString() ? search : readable && `?${readable}`
}

/** Returns the query of a list with its default settings, which replaces the remembered ones. */
export const plainSearch = (spec: AnySpec): string =>
  `?${new URLSearchParams({ filter: '{}', sort: spec.sort.field, order: spec.sort.order, page: '1' }).toString()}`

const isWithin = (text: string, most: number) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= most

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}
