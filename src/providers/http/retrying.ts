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

/** Failed reads that are being tried again just now. */
export const retrying = {
  any: (): boolean => waiting > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
