import { useSyncExternalStore } from 'react'

type State<T> = { value: T } | { error: unknown } | null

/** Value that is fetched on first use and then cached. */
export interface LazyModule<T> {
  /** Fetches once, and again after a failure. Never rejects; `get` returns the result. */
  fetch: () => Promise<void>
  get: () => State<T>
  /** Fetches for a subscriber. A failure is cleared with the last subscriber. @returns the unsubscribe function */
  subscribe: (listener: () => void) => () => void
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let state: State<T> = null
  let coming: Promise<void> | null = null
  const listeners = new Set<() => void>()

  const settle = (next: State<T>) => {
    state = next
    for (const listener of listeners) listener()
  }
  const fetch = () =>
    (coming ??= load().then(
      (value) => settle({ value }),
      (error: unknown) => {
        coming = null
        if (listeners.size > 0) settle({ error })
      },
    ))

  return {
    fetch,
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      void fetch()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && state && 'error' in state) state = null
      }
    },
  }
}

/** Returns the state of the module; null while loading. */
export function useLazyState<T>(module: LazyModule<T>): State<T> {
  return useSyncExternalStore(module.subscribe, module.get)
}

/** Returns the loaded module; undefined while loading. @throws the error of a failed load */
export function useLazyModule<T>(module: LazyModule<T>): T | undefined {
  const state = useLazyState(module)
  if (state && 'error' in state) throw state.error
  return state?.value
}
