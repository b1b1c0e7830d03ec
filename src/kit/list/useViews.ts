import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useStore } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SavedView } from '../../../contract/operations/saved-views'
import { call } from '../../providers/http/call'
import type { AnySpec } from '../resource'
import { openingKey } from './storedParams'

const NONE: readonly SavedView[] = []

/** View that a list opens with, as the browser remembers it from the last visit; null for none. */
export const useOpeningView = (resource: string) => useStore<SavedView | null>(openingKey(resource), null)

/**
 * Returns the views of a list, and the one of the present address. @param isReady whether the rows have loaded, because
 * they are requested first
 */
export function useViews({ name, columns: usual }: AnySpec, isReady: boolean) {
  const { data: views = NONE, isSuccess } = useQuery({ ...viewsQuery(name), enabled: isReady })
  const client = useQueryClient()
  const [, setColumns] = useStore<readonly string[]>(`${name}.columns`, usual)
  const [remembered, remember] = useOpeningView(name)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const current = views.find(({ id }) => id === namedView(search)) ?? null
  const apply = (view: SavedView, replace = false) => {
    if (view.columns.length > 0) setColumns(view.columns)
    void navigate({ pathname, search: searchOf(view) }, { replace })
  }

  const isDecided = useRef(false)
  useEffect(() => {
    if (!isSuccess) return
    const opening = openingView(views) ?? null
    const isNew = JSON.stringify(opening) !== JSON.stringify(remembered)
    if (isNew) remember(opening)
    if (isDecided.current) return
    isDecided.current = true
    if (hasListParams(search)) return
    // The list has already applied a remembered view.
    if (current) apply(current, true)
    else if (opening && !remembered) apply(opening, true)
  })
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(name).queryKey })
  return { views, current, apply, refresh }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/**
 * Synchronizes the columns of a list with the user's account, once for each list: the browser's own are shown first,
 * the server's replace them, and later choices are saved there. @param isReady whether the rows have loaded, because
 * they are requested first
 */
export function useColumnSync({ name, columns: usual }: AnySpec, isReady: boolean): void {
  const [chosen, setChosen] = useStore<readonly string[]>(`${name}.columns`, usual)
  const client = useQueryClient()
  const { data } = useQuery({ ...COLUMNS_QUERY, enabled: isReady })
  /** Columns on the server; null until known. */
  const savedColumns = useRef<readonly string[] | null>(null)
  useEffect(() => {
    if (!data) return
    if (!savedColumns.current) {
      savedColumns.current = data[name] ?? usual
      if (!isSame(savedColumns.current, chosen)) setChosen(savedColumns.current)
    } else if (!isSame(savedColumns.current, chosen)) {
      savedColumns.current = chosen
      const columns = isSame(chosen, usual) ? [] : chosen
      client.setQueryData(COLUMNS_QUERY.queryKey, { ...data, [name]: columns.length > 0 ? columns : undefined })
      // Without the server the browser keeps the choice, which is sent with the next one.
      void saveColumns(name, columns).catch(() => undefined)
    }
  }, [data, name, usual, chosen, setChosen, client])
}

/** Parameter of a list's address with the id of its view. */
const VIEW_PARAM = 'view'

const RANK: readonly SavedView['audience'][] = ['me', 'role', 'everyone']

/** Returns the view that a list opens with: the user's own before that of the role, and that before the one of all. */
const openingView = (views: readonly SavedView[]): SavedView | undefined =>
  RANK.map((audience) => views.find((view) => view.is_default && view.audience === audience)).find(Boolean)

/** Returns the query of a list's address for a view. */
function searchOf({ id, filter, sort, per_page }: SavedView): string {
  return new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(per_page),
    displayedFilters: '{}',
    [VIEW_PARAM]: id,
  }).toString()
}

/** Returns the id of the view in an address. */
const namedView = (search: string): string | null => new URLSearchParams(search).get(VIEW_PARAM)

/** Whether an address has parameters of the list. */
function hasListParams(search: string): boolean {
  const params = new URLSearchParams(search)
  return ['filter', 'sort', 'page', 'perPage'].some((name) => params.has(name))
}

type ListName = SavedView['resource']

/** Values of a view that are saved. */
export type ViewValues = Pick<
  SavedView,
  'name' | 'audience' | 'role' | 'is_default' | 'filter' | 'sort' | 'columns' | 'per_page'
>

const viewsQuery = (resource: ListName) => ({
  queryKey: ['saved-views', resource],
  queryFn: () => call('GET /saved-views', { query: { resource } }),
})

export const createView = (resource: ListName, values: ViewValues) =>
  call('POST /saved-views', { body: { resource, ...values } })

export const changeView = ({ id, version }: SavedView, values: Partial<ViewValues>) =>
  call('PATCH /saved-views/:id', { params: { id }, body: values, ifMatch: version })

export const forgetView = ({ id }: SavedView) => call('DELETE /saved-views/:id', { params: { id } })

/** Query of the columns that the user has chosen in any browser. */
const COLUMNS_QUERY = {
  queryKey: ['list-columns'],
  queryFn: () => call('GET /list-columns'),
  staleTime: Infinity,
}

/** @param columns empty for the default columns of the list */
const saveColumns = (resource: ListName, columns: readonly string[]) =>
  call('PUT /list-columns/:resource', { params: { resource }, body: { columns: [...columns] } })
