import { describe, expect, it } from 'vitest'
import type { MovingJourney, NetworkMap } from '../../contract/operations/network-map'
import { noncedPage } from '../../server/http/content-security'
import { useApi } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const tiles = { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: 'Example maps' }
const api = useApi({ mapTiles: tiles })
const booking = useBooking(api)

const moving = async () =>
  ((await booking.admin.get('/network-map/journeys')).rows as unknown as MovingJourney[]).map(({ code }) => code)

describe('the map of the network', () => {
  it('contains the stations with coordinates, and the active routes with their stations in order', async () => {
    const here = await make(booking.admin, 'stations', { latitude: 34.88, longitude: 33.63 })
    await make(booking.admin, 'stations', { latitude: 34.9, longitude: 33.6, status: 'inactive' })
    const route = await make(booking.admin, 'routes')
    await make(booking.admin, 'routes', { status: 'draft', stops: route['stops'] })
    const { body } = await (await api.as('viewer')).get('/network-map')
    const map = body as unknown as NetworkMap
    expect(map.stations).toEqual([
      { id: here['id'], code: here['code'], name: here['name'], latitude: 34.88, longitude: 33.63 },
    ])
    const stops = route['stops'] as { station_id: string }[]
    expect(map.routes.map(({ id, station_ids }) => [id, station_ids])).toEqual([
      [route['id'], stops.map(({ station_id }) => station_id)],
    ])
    expect(map.tiles).toEqual(tiles)
  })

  it('contains journeys in progress, from the first departure to the last arrival, with their delay', async () => {
    const journey = await make(booking.admin, 'journeys')
    await booking.at('2030-05-20T05:29:00Z')
    expect(await moving()).toEqual([])
    await booking.at('2030-05-20T05:31:00Z')
    const { rows } = await booking.admin.get('/network-map/journeys')
    const [only] = rows as unknown as MovingJourney[]
    expect(only).toMatchObject({ journey_id: journey['id'], delay_min: 0, plate: null })
    expect(only?.calls[1]).toMatchObject({ arrive: '2030-05-20T05:50:00Z', depart: '2030-05-20T05:52:00Z' })
    await booking.at('2030-05-20T06:20:00Z')
    expect(await moving()).toEqual([])
    await booking.step(journey, 'delay', { delay_min: 10 })
    const { rows: late } = await booking.admin.get('/network-map/journeys')
    expect((late as unknown as MovingJourney[])[0]?.calls[1]?.arrive).toBe('2030-05-20T06:00:00Z')
  })

  it('can load images from the configured tile server only', () => {
    const images = (origin: string | null) => /img-src [^;]*/.exec(noncedPage('', origin).policy)?.[0]
    expect(images(null)).toBe("img-src 'self' data: blob:")
    expect(images('https://tiles.example.com')).toBe("img-src 'self' data: blob: https://tiles.example.com")
  })
})
