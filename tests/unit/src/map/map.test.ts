import { describe, expect, it } from 'vitest'
import { positionAt } from '../../../../src/resources/map/position'
import {
  fitted,
  onScreen,
  panned,
  SCALE_MAX,
  tilesOf,
  worldPoint,
  zoomed,
} from '../../../../src/resources/map/projection'
import { clustered, labelsOf } from '../../../../src/resources/map/cluster'

const SIZE = { width: 800, height: 480 }
const NICOSIA = worldPoint(35.17, 33.36)
const LARNACA = worldPoint(34.88, 33.63)

describe('the projection of the map', () => {
  it('is Web Mercator', () => {
    expect(worldPoint(0, 0)).toEqual({ x: 0.5, y: 0.5 })
    expect(worldPoint(85.0511, 180).x).toBe(1)
    expect(worldPoint(85.0511, 180).y).toBeCloseTo(0, 5)
    expect(worldPoint(90, 0).y).toBeCloseTo(0, 5)
    // Nicosia is on tile 8/151/101 of every tile map.
    expect([Math.floor(NICOSIA.x * 256), Math.floor(NICOSIA.y * 256)]).toEqual([151, 101])
  })

  it('shows everything at first, also a single place or none', () => {
    const view = fitted([NICOSIA, LARNACA], SIZE)
    for (const point of [NICOSIA, LARNACA]) {
      const { x, y } = onScreen(point, view, SIZE)
      expect(x >= 47 && x <= 753 && y >= 47 && y <= 433).toBe(true)
    }
    expect(onScreen(NICOSIA, fitted([NICOSIA], SIZE), SIZE)).toEqual({ x: 400, y: 240 })
    expect(fitted([], SIZE).scale).toBe(256)
  })

  it('keeps the point under the pointer while it zooms, and follows a drag', () => {
    const view = fitted([NICOSIA, LARNACA], SIZE)
    const at = onScreen(LARNACA, view, SIZE)
    const near = zoomed(view, 3, SIZE, at)
    expect(onScreen(LARNACA, near, SIZE).x).toBeCloseTo(at.x, 6)
    expect(near.scale).toBeCloseTo(view.scale * 3, 6)
    expect(zoomed(view, 1e12, SIZE).scale).toBe(SCALE_MAX)
    expect(onScreen(LARNACA, panned(view, 10, -20), SIZE).y).toBeCloseTo(at.y - 20, 6)
  })

  it('covers the screen with tiles, and wraps round the world', () => {
    const tiles = tilesOf('https://t.example/{z}/{x}/{y}.png', { centre: NICOSIA, scale: 256 * 2 ** 8 }, SIZE)
    expect(tiles.map(({ url }) => url)).toContain('https://t.example/8/151/101.png')
    expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0)
    expect(Math.max(...tiles.map(({ x, size }) => x + size))).toBeGreaterThanOrEqual(800)
    const world = tilesOf('{x}', { centre: { x: 0, y: 0.5 }, scale: 256 }, SIZE)
    expect(new Set(world.map(({ url }) => url))).toEqual(new Set(['0']))
    expect(world.length).toBeGreaterThan(2)
  })
})

describe('the position of a journey', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 10, y: 20 }],
    ['c', { x: 10, y: 40 }],
  ])
  const call = (station_id: string, arrive: string, depart = arrive) => ({
    station_id,
    arrive: `2030-05-20T${arrive}:00Z`,
    depart: `2030-05-20T${depart}:00Z`,
  })
  const journey = { calls: [call('a', '08:00'), call('b', '08:20', '08:30'), call('?', '08:40'), call('c', '08:50')] }
  const at = (time: string) => positionAt(journey, places, Date.parse(`2030-05-20T${time}:00Z`))

  it.each([
    ['07:59', 0, 0, null],
    ['08:05', 2.5, 5, 'b'],
    ['08:25', 10, 20, 'c'],
    ['08:40', 10, 30, 'c'],
    ['08:55', 10, 40, null],
  ])('is calculated from its times: at %s', (time, x, y, to) => {
    expect(at(time)).toMatchObject({ point: { x, y }, to })
  })

  it('is unknown without a station that has a place', () => {
    expect(positionAt({ calls: [call('?', '08:00')] }, places, 0)).toBeNull()
  })
})

describe('a cluster of places', () => {
  const at = (id: string, x: number, y = 0) => ({ id, x, y })
  it('is drawn as one, and no label covers another', () => {
    const clusters = clustered([at('a', 1), at('b', 9), at('c', 12)], 10)
    expect(clusters.map(({ id, members }) => [id, members.length])).toEqual([
      ['a', 2],
      ['c', 1],
    ])
  })

  it('has labels that cover no mark and no other label, within the picture', () => {
    const name = () => 'Fifteen letters'
    const labels = (...places: ReturnType<typeof at>[]) =>
      [...labelsOf(places, name, 400)].map(([id, { x, y }]) => [id, Math.round(x), y])
    expect(labels(at('a', 200, 100))).toEqual([['a', 200, 89]])
    // The label of b is below its mark, because a occupies the place above; c has no free place.
    expect(labels(at('a', 200, 100), at('b', 240, 100), at('c', 280, 100))).toEqual([
      ['a', 200, 89],
      ['b', 240, 123],
    ])
    expect(labels(at('a', 200, 100), at('mark', 220, 85)).find(([id]) => id === 'a')).toEqual(['a', 200, 123])
    expect(labels(at('edge', 2, 100), at('end', 399, 200)).map(([, x]) => x)).toEqual([56, 345])
  })
})
