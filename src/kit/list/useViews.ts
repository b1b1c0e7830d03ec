import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useStore } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SavedView } from '../../../contract/operations/saved-views'
import type { AnySpec } from '../resource'
import { openingKey } from './preloadedRows'
import { namedView, openingView, saysWhat, searchOf } from './views'
import { viewsQuery } from './viewsApi'

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
