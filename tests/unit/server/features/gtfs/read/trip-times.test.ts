import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_TIME, type StopTime } from '../../../../../../server/features/gtfs/read/calls'
import { timeTrip } from '../../../../../../server/features/gtfs/read/trip-times'

const row = (sequence: number, arrival: number, departure = arrival, stop = sequence): StopTime => ({
  line: sequence + 1,
  sequence,
  stop,
  arrival,
  departure,
  pickup: 0,
  dropOff: 0,
  isApproximate: false,
})

const times = (rows: StopTime[]) => {
  const result = timeTrip(rows)
  return 'calls' in result ? result.calls.map((call) => [call.arrival, call.departure]) : result
}

describe('the times of a trip', () => {
  test('are spread evenly between the given ones when missing', () => {
    expect(
      times([row(1, 0, 60), row(2, NO_TIME), row(3, NO_TIME), row(4, 360, 400), row(5, NO_TIME), row(6, 501)]),
    ).toEqual([
      [0, 60],
      [160, 160],
      [260, 260],
      [360, 400],
      [451, 451],
      [501, 501],
    ])
  })

  test('are approximate when missing, or when the feed marks them', () => {
    const said = { ...row(5, 300), isApproximate: true }
    const rows = [row(1, 0), row(2, NO_TIME), row(3, 120, NO_TIME), row(4, NO_TIME), said, row(6, 400)]
    const result = timeTrip(rows)
    expect('calls' in result && result.calls.map((call) => call.isApproximate)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
    ])
  })

  test('are equal at a stop with an arrival or a departure only', () => {
    expect(times([row(1, NO_TIME, 60), row(2, 120, NO_TIME), row(3, 200)])).toEqual([
      [60, 60],
      [120, 120],
      [200, 200],
    ])
  })

  test('of two rows at one stop form one call with a dwell time', () => {
    expect(times([row(1, 0), row(2, 100, 100, 7), row(3, 160, 170, 7), row(4, 300)])).toEqual([
      [0, 0],
      [100, 170],
      [300, 300],
    ])
  })

  test('allow no alighting at the first call and no boarding at the last', () => {
    const result = timeTrip([row(1, 0), row(2, 60), row(3, 120)])
    expect('calls' in result && result.calls.map((call) => [call.pickup, call.dropOff])).toEqual([
      [0, 1],
      [0, 0],
      [1, 0],
    ])
  })

  test.each([
    ['one stop', [row(1, 0)], 'trip_too_short'],
    ['the same stop twice', [row(1, 0, 0, 5), row(2, 60, 60, 5)], 'trip_too_short'],
    ['no duration', [row(1, 60), row(2, 60)], 'trip_without_duration'],
    ['too many stops', Array.from({ length: 201 }, (_, i) => row(i, i * 10)), 'trip_too_long'],
  ])('are unusable: %s', (_, rows, code) => {
    expect(timeTrip(rows)).toMatchObject({ unusable: { code } })
  })

  test('never decrease, and the given ones stay, with any missing ones', () => {
    const trip = fc.array(
      fc.record({ gap: fc.integer({ min: 1, max: 900 }), wait: fc.nat(120), isTimed: fc.boolean() }),
      { minLength: 2, maxLength: 40 },
    )
    fc.assert(
      fc.property(trip, (stops) => {
        let clock = 0
        const rows = stops.map(({ gap, wait, isTimed }, i) => {
          const arrival = (clock += gap)
          clock += wait
          return isTimed || i === 0 || i === stops.length - 1 ? row(i, arrival, clock) : row(i, NO_TIME)
        })
        const result = timeTrip(rows)
        const calls = 'calls' in result ? result.calls : []
        const flat = calls.flatMap((call) => [call.arrival, call.departure])
        expect(calls).toHaveLength(rows.length)
        expect(flat).toEqual([...flat].sort((a, b) => a - b))
        for (const [i, given] of rows.entries())
          if (given.arrival !== NO_TIME) expect(calls[i]?.arrival).toBe(given.arrival)
      }),
    )
  })
})
