import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let waiting = 0

function add(difference: number): void {
  waiting += difference
  for (const listener of listeners) listener()
}

/** Says that a read has failed and is tried again; to be answered by calling the result once it has settled. */
export function beginRetrying(): () => void {
  add(1)
  return () => add(-1)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a failed read is being tried again just now. */
export const useRetrying = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0)
