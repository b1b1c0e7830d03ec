import type { SavedView } from '../../../contract/operations/saved-views'
import { call } from '../../providers/http/call'

type ListName = SavedView['resource']

/** What a view is saved with. */
export type ViewValues = Pick<
  SavedView,
  'name' | 'audience' | 'role' | 'is_default' | 'filter' | 'sort' | 'columns' | 'per_page'
>

export const viewsQuery = (resource: ListName) => ({
  queryKey: ['saved-views', resource],
  queryFn: () => call('GET /saved-views', { query: { resource } }),
})

export const createView = (resource: ListName, values: ViewValues) =>
  call('POST /saved-views', { body: { resource, ...values } })

export const changeView = ({ id, version }: SavedView, values: Partial<ViewValues>) =>
  call('PATCH /saved-views/:id', { params: { id }, body: values, ifMatch: version })

export const forgetView = ({ id }: SavedView) => call('DELETE /saved-views/:id', { params: { id } })

/** The columns that the reader has chosen in any browser. */
export const COLUMNS_QUERY = {
  queryKey: ['list-columns'],
  queryFn: () => call('GET /list-columns'),
  staleTime: Infinity,
}

/** @param columns none to leave them to the list */
export const saveColumns = (resource: ListName, columns: readonly string[]) =>
  call('PUT /list-columns/:resource', { params: { resource }, body: { columns: [...columns] } })
