/** The statement with which a sale reads the seats of its journeys before it takes some. */
export const isSeatRead = (text: string): boolean => /for update of l\b/i.test(text) && text.includes('journey_legs')

/** @returns holds its first callers until that many of them wait, and lets the later ones pass */
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
