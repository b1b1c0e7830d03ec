/** Something at a place of the screen, in pixels. */
export interface Placed {
  id: string
  x: number
  y: number
}

/** What stands so close together that it is drawn as one. */
export interface Cluster<P extends Placed> {
  /** That of its first member, at whose place it stands. */
  id: string
  x: number
  y: number
  members: P[]
}

/** Gathers what lies within the same square of the screen. @param cellPx side of the squares */
export function clustered<P extends Placed>(places: readonly P[], cellPx: number): Cluster<P>[] {
  const cells = new Map<string, Cluster<P>>()
  for (const place of places) {
    const key = `${Math.floor(place.x / cellPx)}:${Math.floor(place.y / cellPx)}`
    const cell = cells.get(key)
    if (cell) cell.members.push(place)
    else cells.set(key, { id: place.id, x: place.x, y: place.y, members: [place] })
  }
  return [...cells.values()]
}

/** Those whose labels cover no label before them. @param size room that a label takes, in pixels */
export function labelled<P extends Placed>(places: readonly P[], size: { width: number; height: number }): Set<string> {
  const taken: Placed[] = []
  for (const place of places)
    if (!taken.some((other) => Math.abs(other.x - place.x) < size.width && Math.abs(other.y - place.y) < size.height))
      taken.push(place)
  return new Set(taken.map(({ id }) => id))
}
