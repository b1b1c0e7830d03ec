import { useEffect, useSyncExternalStore } from 'react'

/** Number of open forms that store their input as a draft. */
let open = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  open += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts the calling form as one that stores its input as a draft while it is mounted. */
export function useDraftForm(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** Whether an open form stores its input as a draft, so that a reload loses nothing. */
export const useHasDraftForm = (): boolean => useSyncExternalStore(subscribe, () => open > 0)
