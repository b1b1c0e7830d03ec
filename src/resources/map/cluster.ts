/** An object at a screen position in pixels. */
export interface Placed {
  id: string
  x: number
  y: number
}

/** Objects that are close together and drawn as one. */
export interface Cluster<P extends Placed> {
  /** Id of the first member, which determines the position. */
  id: string
  x: number
  y: number
  members: P[]
}

/** Clusters objects within the same grid square. @param cellPx side of a square */
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

/** Position of a label: centre of its baseline. */
interface LabelPosition {
  x: number
  y: number
}

const LABEL_HEIGHT_PX = 16
const CHARACTER_PX = 6.6
const EDGE_PX = 6
/** Distance from a marker to the baseline of a label above and below it. */
const [ABOVE_PX, BELOW_PX] = [-11, 23] as const
const MARK_PX = 7

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * Places labels above their marker, else below it, within the map and without covering markers or earlier labels. Labels
 * without space are omitted.
 * @param width width of the map
 */
export function labelsOf<P extends Placed>(
  places: readonly P[],
  textOf: (place: P) => string,
  width: number,
): Map<string, LabelPosition> {
  const marks = places.map(({ x, y }) => ({
    left: x - MARK_PX,
    right: x + MARK_PX,
    top: y - MARK_PX,
    bottom: y + MARK_PX,
  }))
  const taken: Box[] = []
  const labels = new Map<string, LabelPosition>()
  for (const place of places) {
    const half = (textOf(place).length * CHARACTER_PX) / 2
    const x = Math.max(half + EDGE_PX, Math.min(width - half - EDGE_PX, place.x))
    for (const away of [ABOVE_PX, BELOW_PX]) {
      const y = place.y + away
      const box = { left: x - half, right: x + half, top: y - LABEL_HEIGHT_PX + 4, bottom: y + 4 }
      if (marks.some((mark) => overlap(mark, box)) || taken.some((other) => overlap(other, box))) continue
      taken.push(box)
      labels.set(place.id, { x, y })
      break
    }
  }
  return labels
}
