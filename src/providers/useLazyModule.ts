import { useSyncExternalStore } from 'react'
import type { LazyModule } from './lazyModule'

/**
 * @returns what has been fetched, and nothing while it is on its way
 * @throws what the fetching failed with
 */
export function useLazyModule<T>({ subscribe, get }: LazyModule<T>): T | undefined {
  const state = useSyncExternalStore(subscribe, get)
  if (state && 'error' in state) throw state.error
  return state?.value
}
