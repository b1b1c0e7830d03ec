import { useSyncExternalStore } from 'react'

/** Part of the page with code that could not be fetched. */
export interface MissingPart {
  id: string
  /** Fetches its code again. */
  retry: () => void
  /** Removes its notice. */
  close: () => void
}

let missing: readonly MissingPart[] = []
const listeners = new Set<() => void>()

function setMissing(next: readonly MissingPart[]): void {
  missing = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers a missing part. @returns the function that removes it */
export function addMissingPart(part: MissingPart): () => void {
  setMissing([...missing, part])
  return () => setMissing(missing.filter((other) => other !== part))
}

/** Returns the missing parts in the order of their failure. */
export const useMissingParts = (): readonly MissingPart[] => useSyncExternalStore(subscribe, () => missing)
