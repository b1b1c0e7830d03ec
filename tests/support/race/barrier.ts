/** Returns whether a statement is the one with which a sale reads and locks the seats of its journeys. */
export const isSeatRead = (text: string): boolean => /for update of l\b/i.test(text) && text.includes('journey_legs')

/** @returns a function that blocks its first callers until `parties` of them wait, and lets later ones pass */
export function createBarrier(parties: number): () => Promise<void> {
  let arrived = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return () => {
    arrived += 1
    if (arrived === parties) open()
    return opened
  }
}
