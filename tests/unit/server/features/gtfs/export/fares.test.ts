import { describe, expect, test } from 'vitest'
import { exportFares } from '../../../../../../server/features/gtfs/export/fares'
import type { ExportedFare, ExportedStation } from '../../../../../../server/features/gtfs/repository/timetable'

const station = (id: string, zone: string | null): [string, ExportedStation] => [
  id,
  {
    id,
    code: id.toUpperCase(),
    name: { en: id },
    kind: 'stop',
    parent_station_id: null,
    platform_code: null,
    latitude: 1,
    longitude: 1,
    timezone: 'UTC',
    zone_code: zone,
    wheelchair_boarding: 'unknown',
    connection_min: 10,
  },
]
const fare = (origin: string | null, destination: string | null, amount: number, currency = 'EUR'): ExportedFare => ({
  route_id: 'r',
  origin_station_id: origin,
  destination_station_id: destination,
  amount_minor: amount,
  currency,
})

function rules(fares: ExportedFare[], stations: [string, ExportedStation][]) {
  const stopTimes = stations.map(([stationId]) => ({
    stationId,
    arrival: '',
    departure: '',
    pickup: 0,
    dropOff: 0,
    isApproximate: false,
  }))
  const exported = exportFares(fares, [{ routeId: 'r', stopTimes, dates: [] }], new Map(stations))
  return exported.rules.map((rule) => `${rule.fareId} ${rule.origin}>${rule.destination}`)
}

describe('fares in a feed', () => {
  test('of a whole route name no zones', () => {
    expect(rules([fare(null, null, 250)], [station('a', null), station('b', null)])).toEqual(['EUR-2.50 >'])
  })

  test('between stops without zones give each stop a zone of its own', () => {
    expect(rules([fare('a', 'b', 1500, 'JPY')], [station('a', null), station('b', null)])).toEqual(['JPY-1500 A>B'])
  })

  test('that all stops of two zones share name the zones', () => {
    const stations = [station('a', 'X'), station('b', 'X'), station('c', 'Y')]
    expect(rules([fare('a', 'c', 500), fare('b', 'c', 500)], stations)).toEqual(['EUR-5.00 X>Y'])
  })

  test('that differ between the stops of two zones, or are missing for some, are left out', () => {
    const stations = [station('a', 'X'), station('b', 'X'), station('c', 'Y')]
    expect(rules([fare('a', 'c', 500), fare('b', 'c', 501)], stations)).toEqual([])
    expect(rules([fare('a', 'c', 500)], stations)).toEqual([])
  })
})
