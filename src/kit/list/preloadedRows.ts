import type { QueryClient } from '@tanstack/react-query'
import { getQuery, parseQueryFromLocation, type GetListParams, type ListParams, type Store } from 'react-admin'
import { PAGE_DEFAULT_ROWS } from '../../../contract/core/limits/requests'
import type { SavedView } from '../../../contract/operations/saved-views'
import { dataProvider } from '../../providers/data/dataProvider'
import { listKey } from '../../providers/data/queryKeys'
import type { AnyRecord, AnySpec } from '../resource'
import { readableSearch } from './address'
import type { FilterValues } from './filterKeys'
import { dropUnreadableParams, openingKey, paramsKey } from './storedParams'

/** Returns the first filter and sort of a list: those of its opening view, else those of its resource. */
export const startOf = (spec: AnySpec, opening: SavedView | null | undefined) => ({
  filter: opening?.filter ?? spec.startingFilter?.(),
  sort: opening?.sort ?? spec.sort,
  perPage: opening?.per_page ?? PAGE_DEFAULT_ROWS,
})

/**
 * Requests the rows of a list before it is rendered, with the query key that the list will use: with another one, the
 * rows would be read twice.
 */
export function prefetchRows(client: QueryClient, store: Store, spec: AnySpec, search: string): Promise<void> {
  dropUnreadableParams(store, spec)
  const { filter: filterDefaultValues, ...start } = startOf(
    spec,
    store.getItem<SavedView | null>(openingKey(spec.name)),
  )
  const query = getQuery({
    queryFromLocation: parseQueryFromLocation({ search: readableSearch(spec, search) }),
    params: store.getItem<ListParams>(paramsKey(spec.name)),
    filterDefaultValues,
    ...start,
  })
  const params: GetListParams = {
    pagination: { page: query.page, perPage: query.perPage },
    sort: { field: query.sort, order: query.order === 'DESC' ? 'DESC' : 'ASC' },
    filter: query.filter as FilterValues,
  }
  return client.prefetchQuery({
    queryKey: listKey(spec.name, params),
    queryFn: ({ signal }) => dataProvider.getList<AnyRecord>(spec.name, { ...params, signal }),
  })
}
