import type { ListColumns, SavedView } from '../../../contract/operations/saved-views'
import { api, postJson } from '../../providers/http/api'

const PATH = '/saved-views/'
const pathOf = (id: string) => `${PATH}${encodeURIComponent(id)}/`

/** What a view is saved with. */
export type ViewValues = Pick<
  SavedView,
  'name' | 'audience' | 'role' | 'is_default' | 'filter' | 'sort' | 'columns' | 'per_page'
>

export const viewsQuery = (resource: string) => ({
  queryKey: ['saved-views', resource],
  queryFn: () => api<SavedView[]>(`${PATH}?${new URLSearchParams({ resource }).toString()}`),
})

export const createView = (resource: string, values: ViewValues) => postJson<SavedView>(PATH, { resource, ...values })

export const changeView = ({ id, version }: SavedView, values: Partial<ViewValues>) =>
  api<SavedView>(pathOf(id), {
    method: 'PATCH',
    body: JSON.stringify(values),
    headers: { 'If-Match': `"${version}"` },
  })

export const forgetView = ({ id }: SavedView) => api<SavedView>(pathOf(id), { method: 'DELETE' })

/** The columns that the reader has chosen in any browser. */
export const COLUMNS_QUERY = {
  queryKey: ['list-columns'],
  queryFn: () => api<ListColumns>('/list-columns/'),
  staleTime: Infinity,
}

/** @param columns none to leave them to the list */
export const saveColumns = (resource: string, columns: readonly string[]) =>
  api<ListColumns>(`/list-columns/${resource}/`, { method: 'PUT', body: JSON.stringify({ columns }) })
