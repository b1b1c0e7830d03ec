import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useStore } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SavedView } from '../../../contract/operations/saved-views'
import { call } from '../../providers/http/call'
import type { AnySpec } from '../resource'
import { openingKey } from './storedParams'

const NONE: readonly SavedView[] = []

/** The view that a list opens with, as the browser remembers it from the last time; null for none. */
export const useOpeningView = (resource: string) => useStore<SavedView | null>(openingKey(resource), null)

/**
 * The views of a list, and the one that its address names.
 * @param isReady the rows are there: they come first
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
    if (saysWhat(search)) return
    // What is remembered is in sight already.
    if (current) apply(current, true)
    else if (opening && !remembered) apply(opening, true)
  })
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(name).queryKey })
  return { views, current, apply, refresh }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/**
 * Has the choice of columns follow the person: the browser's own is shown at once, the server's takes its place when it
 * comes, and what is chosen here from then on is kept there. Once for each list.
 * @param isReady the rows are there: they come first
 */
export function useColumnSync({ name, columns: usual }: AnySpec, isReady: boolean): void {
  const [chosen, setChosen] = useStore<readonly string[]>(`${name}.columns`, usual)
  const client = useQueryClient()
  const { data } = useQuery({ ...COLUMNS_QUERY, enabled: isReady })
  /** What the server has; null until it is known. */
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
      // Without the server the browser keeps it, and it is sent with the next choice.
      void saveColumns(name, columns).catch(() => undefined)
    }
  }, [data, name, usual, chosen, setChosen, client])
}

/** The parameter of a list's address that names its view. */
const VIEW_PARAM = 'view'

const RANK: readonly SavedView['audience'][] = ['me', 'role', 'everyone']

/** The view that a list opens with: one's own before the role's, the role's before everybody's. */
const openingView = (views: readonly SavedView[]): SavedView | undefined =>
  RANK.map((audience) => views.find((view) => view.is_default && view.audience === audience)).find(Boolean)

/** The address of a list as a view shows it. */
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

/** The view that an address names. */
const namedView = (search: string): string | null => new URLSearchParams(search).get(VIEW_PARAM)

/** Whether an address says of a list what to show. */
function saysWhat(search: string): boolean {
  const params = new URLSearchParams(search)
  return ['filter', 'sort', 'page', 'perPage'].some((name) => params.has(name))
}

type ListName = SavedView['resource']

/** What a view is saved with. */
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

/** The columns that the reader has chosen in any browser. */
const COLUMNS_QUERY = {
  queryKey: ['list-columns'],
  queryFn: () => call('GET /list-columns'),
  staleTime: Infinity,
}

/** @param columns none to leave them to the list */
const saveColumns = (resource: ListName, columns: readonly string[]) =>
  call('PUT /list-columns/:resource', { params: { resource }, body: { columns: [...columns] } })
