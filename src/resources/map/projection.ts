/** A point on the world map, 0 to 1 from west to east and from north to south. */
export interface WorldPoint {
  x: number
  y: number
}

/** The visible part of the world. */
export interface MapView {
  centre: WorldPoint
  /** Width of the whole world in pixels. */
  scale: number
}

export interface Size {
  width: number
  height: number
}

/** Latitude limit of Web Mercator, whose world map is a square. */
const LATITUDE_MAX = 85.0511
const TILE_PX = 256
const SCALE_MIN = TILE_PX
export const SCALE_MAX = TILE_PX * 2 ** 18
/** Scale for a single station; shows its surroundings. */
const SCALE_ALONE = TILE_PX * 2 ** 12
const MARGIN_PX = 48

/** Projects coordinates. @param latitude degrees; beyond 85° the edge of the map */
export function worldPoint(latitude: number, longitude: number): WorldPoint {
  const bounded = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude))
  const sine = Math.sin((bounded * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

/** Returns the view that shows all points with a margin. */
export function fitted(points: readonly WorldPoint[], { width, height }: Size): MapView {
  if (points.length === 0) return { centre: { x: 0.5, y: 0.5 }, scale: SCALE_MIN }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scaleOf = (pixels: number, span: number) =>
    span === 0 ? SCALE_ALONE : Math.max(1, pixels - 2 * MARGIN_PX) / span
  const scale = Math.min(scaleOf(width, right - left), scaleOf(height, bottom - top))
  return { centre: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale: boundedScale(scale) }
}

export const onScreen = ({ x, y }: WorldPoint, { centre, scale }: MapView, { width, height }: Size) => ({
  x: (x - centre.x) * scale + width / 2,
  y: (y - centre.y) * scale + height / 2,
})

/** Returns the view after dragging the map by pixels. */
export const panned = ({ centre, scale }: MapView, dx: number, dy: number): MapView => ({
  centre: { x: centre.x - dx / scale, y: Math.max(0, Math.min(1, centre.y - dy / scale)) },
  scale,
})

/** Returns the view zoomed by a factor around a fixed screen position; default: the centre. */
export function zoomed(view: MapView, factor: number, { width, height }: Size, at = { x: width / 2, y: height / 2 }) {
  const scale = boundedScale(view.scale * factor)
  const [dx, dy] = [at.x - width / 2, at.y - height / 2]
  const under = { x: view.centre.x + dx / view.scale, y: view.centre.y + dy / view.scale }
  return { centre: { x: under.x - dx / scale, y: under.y - dy / scale }, scale }
}

const boundedScale = (scale: number) => Math.max(SCALE_MIN, Math.min(SCALE_MAX, scale))

export interface Tile {
  key: string
  url: string
  x: number
  y: number
  size: number
}

/** Returns the tiles that cover the view, with their screen positions. */
export function tilesOf(template: string, view: MapView, size: Size): Tile[] {
  const zoom = Math.max(0, Math.round(Math.log2(view.scale / TILE_PX)))
  const count = 2 ** zoom
  const side = view.scale / count
  const first = onScreen({ x: 0, y: 0 }, view, size)
  const tiles: Tile[] = []
  for (let row = Math.max(0, Math.floor(-first.y / side)); row < count && first.y + row * side < size.height; row += 1)
    for (let column = Math.floor(-first.x / side); first.x + column * side < size.width; column += 1) {
      const wrapped = ((column % count) + count) % count
      const names = { z: zoom, x: wrapped, y: row }
      const url = template.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(names[name]))
      tiles.push({
        key: `${zoom}/${column}/${row}`,
        url,
        x: first.x + column * side,
        y: first.y + row * side,
        size: side,
      })
    }
  return tiles
}
