import { useSyncExternalStore } from 'react'

/** A part of the page whose code could not be fetched. */
export interface MissingPart {
  id: string
  /** Fetches its code again. */
  retry: () => void
  /** Takes its notice away. */
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

/** Counts a part as missing. @returns what ends that */
export function addMissingPart(part: MissingPart): () => void {
  setMissing([...missing, part])
  return () => setMissing(missing.filter((other) => other !== part))
}

/** The parts that are missing now, in the order in which they failed. */
export const useMissingParts = (): readonly MissingPart[] => useSyncExternalStore(subscribe, () => missing)
