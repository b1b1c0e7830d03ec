import { useEffect } from 'react'
import { useStoreContext, type Store } from 'react-admin'
import { isObject } from '../../providers/storage'
import type { AnySpec } from '../resource'
import { readableSearch } from './address'
import { isRefusedQuery } from './states'

/** Key under which react-admin stores filter, sort and page of a list for the next visit. */
export const paramsKey = (resource: string) => `${resource}.listParams`

/** Key under which the browser remembers the view that a list opens with. */
export const openingKey = (resource: string) => `${resource}.opening`

const SCALARS = ['sort', 'order', 'page', 'perPage']
const OBJECTS = ['filter', 'displayedFilters']

/** Deletes stored settings that the list cannot read; another version of the console may have stored them. */
export function dropUnreadableParams(store: Store, spec: AnySpec): void {
  const stored = store.getItem<unknown>(paramsKey(spec.name))
  if (!isObject(stored)) return
  const search = new URLSearchParams()
  const take = (names: readonly string[], toText: (value: unknown) => string) => {
    for (const name of names) {
      const value = stored[name] ?? undefined
      if (value !== undefined) search.set(name, toText(value))
    }
  }
  take(SCALARS, String)
  take(OBJECTS, (value) => JSON.stringify(value))
  const text = search.toString()
  if (readableSearch(spec, text) !== text) store.removeItem(paramsKey(spec.name))
}

/** Deletes the settings of a list that the server refuses, so that the next visit shows the list without them. */
export function useForgetRefusedParams(resource: string, error: unknown): void {
  const store = useStoreContext()
  const isRefused = isRefusedQuery(error)
  useEffect(() => {
    if (!isRefused) return
    store.removeItem(paramsKey(resource))
    store.removeItem(openingKey(resource))
  }, [store, resource, isRefused])
}
