import { useSyncExternalStore } from 'react'

type State<T> = { value: T } | { error: unknown } | null

/** Something that is fetched when it is first wanted, and then kept. */
export interface LazyModule<T> {
  /** Fetches it, once, and again after a failure. Never fails: `get` has what came of it. */
  fetch: () => Promise<void>
  get: () => State<T>
  /** Fetches it for somebody who waits. A failure is forgotten with the last who waits. @returns what ends the wait */
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

/** What has come of fetching it, and null while it is on its way. */
export function useLazyState<T>(module: LazyModule<T>): State<T> {
  return useSyncExternalStore(module.subscribe, module.get)
}

/**
 * @returns what has been fetched, and nothing while it is on its way
 * @throws what the fetching failed with
 */
export function useLazyModule<T>(module: LazyModule<T>): T | undefined {
  const state = useLazyState(module)
  if (state && 'error' in state) throw state.error
  return state?.value
}
