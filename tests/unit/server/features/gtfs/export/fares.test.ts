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
  passenger_category: 'adult',
  vehicle_type: null,
  valid_from: null,
  valid_to: null,
})
const PERIOD = { from: '2030-05-01', to: '2030-05-31' }

function exported(fares: ExportedFare[], stations: [string, ExportedStation][]) {
  const stopTimes = stations.map(([stationId]) => ({
    stationId,
    arrival: '',
    departure: '',
    pickup: 0,
    dropOff: 0,
    isApproximate: false,
  }))
  return exportFares(fares, PERIOD, [{ routeId: 'r', stopTimes, dates: [] }], new Map(stations))
}

const rules = (fares: ExportedFare[], stations: [string, ExportedStation][]) =>
  exported(fares, stations).rules.map((rule) => `${rule.fareId} ${rule.origin}>${rule.destination}`)
const leftOut = (fares: ExportedFare[], stations: [string, ExportedStation][]) =>
  exported(fares, stations).leftOut.map(
    (fare) => `${fare.originId}>${fare.destinationId} ${fare.price} ${fare.currency}`,
  )

describe('fares in a feed', () => {
  test('of a whole route name no zones', () => {
    expect(rules([fare(null, null, 250)], [station('a', null), station('b', null)])).toEqual(['EUR-2.50 >'])
  })

  test('between stops without zones create a zone for each stop', () => {
    expect(rules([fare('a', 'b', 1500, 'JPY')], [station('a', null), station('b', null)])).toEqual(['JPY-1500 A>B'])
  })

  test('shared by all stops of two zones name the zones', () => {
    const stations = [station('a', 'X'), station('b', 'X'), station('c', 'Y')]
    const fares = [fare('a', 'c', 500), fare('b', 'c', 500)]
    expect([rules(fares, stations), leftOut(fares, stations)]).toEqual([['EUR-5.00 X>Y'], []])
  })

  test('that differ between the stops of two zones, or are missing for some, are omitted', () => {
    const stations = [station('a', 'X'), station('b', 'X'), station('c', 'Y')]
    expect(rules([fare('a', 'c', 500), fare('b', 'c', 501)], stations)).toEqual([])
    expect(leftOut([fare('a', 'c', 500), fare('b', 'c', 501)], stations)).toEqual(['a>c 5.00 EUR', 'b>c 5.01 EUR'])
    expect(rules([fare('a', 'c', 500)], stations)).toEqual([])
    expect(leftOut([fare('a', 'c', 500)], stations)).toEqual(['a>c 5.00 EUR'])
  })

  test('of a pair that costs more than its route are omitted, because the cheapest of a feed applies', () => {
    const stations = [station('a', null), station('b', null)]
    const flat = fare(null, null, 400)
    expect(rules([flat, fare('a', 'b', 900)], stations)).toEqual(['EUR-4.00 >'])
    expect(leftOut([flat, fare('a', 'b', 900)], stations)).toEqual(['a>b 9.00 EUR'])
    expect(rules([flat, fare('a', 'b', 300)], stations)).toEqual(['EUR-4.00 >', 'EUR-3.00 A>B'])
    expect(rules([flat, fare('a', 'b', 900, 'GBP')], stations)).toEqual(['EUR-4.00 >', 'GBP-9.00 A>B'])
  })

  test.each<[string, Partial<ExportedFare>, boolean]>([
    ['of children', { passenger_category: 'child' }, false],
    ['of a vehicle type', { vehicle_type: 'COACH' }, false],
    ['from the second date on', { valid_from: '2030-05-02' }, false],
    ['until the date before the last', { valid_to: '2030-05-30' }, false],
    ['of exactly these dates', { valid_from: '2030-05-01', valid_to: '2030-05-31' }, true],
    ['of more dates', { valid_from: '2030-04-30', valid_to: '2030-06-01' }, true],
  ])('%s are either exported or omitted', (_, what, isSaid) => {
    const stations = [station('a', null), station('b', null)]
    for (const own of [fare(null, null, 250), fare('a', 'b', 250)]) {
      expect(rules([{ ...own, ...what }], stations)).toHaveLength(isSaid ? 1 : 0)
      expect(leftOut([{ ...own, ...what }], stations)).toHaveLength(isSaid ? 0 : 1)
    }
  })
})

test('trips of one pattern are checked once', () => {
  let looks = 0
  const stations = new (class extends Map<string, ExportedStation> {
    override get(id: string) {
      looks += 1
      return super.get(id)
    }
  })([station('a', 'A'), station('b', 'B'), station('c', 'C')])
  const stopTimes = ['a', 'b', 'c'].map((stationId, at) => ({
    stationId,
    arrival: `0${at}:00:00`,
    departure: `0${at}:00:00`,
    pickup: 0,
    dropOff: 0,
    isApproximate: false,
  }))
  const trips = Array.from({ length: 500 }, () => ({ routeId: 'r', stopTimes, dates: [] }))
  const { rules: found } = exportFares([fare('a', 'b', 100), fare('b', 'c', 200)], PERIOD, trips, stations)
  expect(found.map(({ origin, destination }) => `${origin}>${destination}`)).toEqual(['A>B', 'B>C'])
  // Three pairs of two stations.
  expect(looks).toBe(6)
})
