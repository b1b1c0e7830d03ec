import { describe, expect, test } from 'vitest'
import { TripCollector, servicesOf } from '../../../../../../server/features/gtfs/export/trips'
import { instantOf } from '../../../../../../server/domain/timetable/service-time'
import type { ExportedJourney } from '../../../../../../server/features/gtfs/repository/timetable'

function journey(serviceDate: string, zone: string, times: [string, string][]): ExportedJourney {
  const seconds = (time: string) => Date.parse(instantOf(serviceDate, time, zone)) / 1000
  const calls = times.map(([station_id, time]) => ({
    station_id,
    arrive_s: seconds(time),
    depart_s: seconds(time),
    pickup_type: 'regular' as const,
    drop_off_type: 'none' as const,
    is_approximate: false,
  }))
  return { id: `${serviceDate} ${times[0]?.[1]}`, route_id: 'r', service_date: serviceDate, calls }
}

function collect(zone: string, journeys: ExportedJourney[]) {
  const collector = new TripCollector(zone)
  for (const one of journeys) collector.add(one)
  return collector.trips()
}

const times = (trips: ReturnType<typeof collect>) =>
  trips.map((trip) => [trip.stopTimes.map((call) => call.departure).join(' '), trip.dates])

describe('journeys as trips', () => {
  test('that are equal on several dates are one trip, also over a change of the clock', () => {
    const dates = ['2025-03-29', '2025-03-30', '2025-03-31']
    const trips = collect(
      'Asia/Nicosia',
      dates.map((date) =>
        journey(date, 'Asia/Nicosia', [
          ['a', '23:30:00'],
          ['b', '25:10:00'],
        ]),
      ),
    )
    expect(times(trips)).toEqual([['23:30:00 25:10:00', dates]])
  })

  test('that are equal on one date are two trips', () => {
    const twice = [
      journey('2025-06-01', 'UTC', [
        ['a', '08:00:00'],
        ['b', '09:00:00'],
      ]),
      journey('2025-06-01', 'UTC', [
        ['a', '08:00:00'],
        ['b', '09:00:00'],
      ]),
    ]
    const once = journey('2025-06-02', 'UTC', [
      ['a', '08:00:00'],
      ['b', '09:00:00'],
    ])
    expect(times(collect('UTC', [...twice, once]))).toEqual([
      ['08:00:00 09:00:00', ['2025-06-01', '2025-06-02']],
      ['08:00:00 09:00:00', ['2025-06-01']],
    ])
  })

  test('of another zone are exported in the zone of the feed, on the previous day if necessary', () => {
    const trips = collect('Pacific/Honolulu', [
      journey('2025-06-02', 'Asia/Tokyo', [
        ['a', '08:00:00'],
        ['b', '09:00:00'],
      ]),
      journey('2025-06-02', 'Pacific/Honolulu', [
        ['a', '08:00:00'],
        ['b', '26:00:00'],
      ]),
    ])
    expect(times(trips)).toEqual([
      ['13:00:00 14:00:00', ['2025-06-01']],
      ['08:00:00 26:00:00', ['2025-06-02']],
    ])
    expect(
      times(
        collect('Asia/Tokyo', [
          journey('2025-06-02', 'Pacific/Honolulu', [
            ['a', '08:00:00'],
            ['b', '09:00:00'],
          ]),
        ]),
      ),
    ).toEqual([['27:00:00 28:00:00', ['2025-06-02']]])
  })

  test('share a service when they share their dates', () => {
    const at = (date: string, hour: string) =>
      journey(date, 'UTC', [
        ['a', `${hour}:00:00`],
        ['b', `${hour}:30:00`],
      ])
    const trips = collect('UTC', [
      at('2025-06-01', '08'),
      at('2025-06-01', '09'),
      at('2025-06-02', '08'),
      at('2025-06-02', '09'),
      at('2025-06-02', '10'),
    ])
    const { idOf, dates } = servicesOf(trips)
    expect(trips.map((trip) => idOf.get(trip))).toEqual(['S1', 'S1', 'S2'])
    expect([...dates.values()]).toEqual([['2025-06-01', '2025-06-02'], ['2025-06-02']])
  })
})
