import { describe, expect, test } from 'vitest'
import type { RouteStop } from '../../../../../contract/entities/route'
import { busyUntil, plannedCalls } from '../../../../../server/domain/journeys/calls'
import { instantOf } from '../../../../../server/domain/timetable/service-time'

const stop = (station_id: string, arrive: number, depart = arrive): RouteStop => ({
  station_id,
  arrive_offset_min: arrive,
  depart_offset_min: depart,
  pickup_type: 'regular',
  drop_off_type: 'regular',
})
const times = (stops: RouteStop[], departsAt: string) =>
  plannedCalls(stops, departsAt).map((call) => [call.seq, call.planned_arrive, call.planned_depart])

describe('the calls of a journey', () => {
  test('are as many minutes after the departure as the route defines', () => {
    expect(times([stop('a', 0), stop('b', 20, 22), stop('c', 45)], '2026-11-22T06:30:00Z')).toEqual([
      [1, '2026-11-22T06:30:00Z', '2026-11-22T06:30:00Z'],
      [2, '2026-11-22T06:50:00Z', '2026-11-22T06:52:00Z'],
      [3, '2026-11-22T07:15:00Z', '2026-11-22T07:15:00Z'],
    ])
  })

  test('count from the departure of the first stop, when the vehicle waited there', () => {
    expect(times([stop('a', 0, 10), stop('b', 30)], '2026-11-22T06:30:00Z')).toEqual([
      [1, '2026-11-22T06:20:00Z', '2026-11-22T06:30:00Z'],
      [2, '2026-11-22T06:50:00Z', '2026-11-22T06:50:00Z'],
    ])
  })

  test('keep their distance over a change of the clock', () => {
    const departsAt = instantOf('2025-03-29', '26:30:00', 'Asia/Nicosia')
    expect(times([stop('a', 0), stop('b', 60)], departsAt).at(-1)).toEqual([
      2,
      '2025-03-30T01:30:00Z',
      '2025-03-30T01:30:00Z',
    ])
  })

  test('are none without stops', () => {
    expect(plannedCalls([], '2026-11-22T06:30:00Z')).toEqual([])
  })
})

describe('a journey occupies its vehicle', () => {
  test.each([
    ['to its arrival and the turnaround', 0, 15, '2026-11-22T07:30:00Z'],
    ['longer when it is late', 45, 15, '2026-11-22T08:15:00Z'],
    ['no shorter when it is early', -10, 15, '2026-11-22T07:30:00Z'],
  ])('%s', (_, delay, turnaround, until) => {
    expect(busyUntil('2026-11-22T07:15:00Z', delay, turnaround)).toBe(until)
  })
})
