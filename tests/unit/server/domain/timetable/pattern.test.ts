import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { journeyCode } from '../../../../../server/domain/timetable/journey-code'
import { patternOf } from '../../../../../server/domain/timetable/pattern'

const at = (station: string, arrival: number, departure = arrival) => ({ station, arrival, departure })

describe('stop patterns', () => {
  test('have offsets in whole minutes from the first departure', () => {
    expect(patternOf([at('a', 28_800, 28_860), at('b', 29_519, 29_580), at('c', 90_000)])).toEqual([
      { station: 'a', arriveOffsetMin: 0, departOffsetMin: 0 },
      { station: 'b', arriveOffsetMin: 10, departOffsetMin: 12 },
      { station: 'c', arriveOffsetMin: 1019, departOffsetMin: 1019 },
    ])
  })

  test('do not exist without stops', () => {
    expect(patternOf([])).toEqual([])
  })

  test('have offsets that never decrease when times do not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 4, maxLength: 60 }), (times) => {
        const sorted = [...times].sort((a, b) => a - b)
        const stops = Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) =>
          at(`s${i}`, sorted[2 * i] ?? 0, sorted[2 * i + 1] ?? 0),
        )
        const offsets = patternOf(stops).flatMap((stop) => [stop.arriveOffsetMin, stop.departOffsetMin])
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
        expect(offsets[0]).toBe(0)
      }),
    )
  })
})

describe('journey codes', () => {
  test.each([
    ['08:05:00', 1, 'HILO-KONA-20150622-0805'],
    ['8:05:00', 1, 'HILO-KONA-20150622-0805'],
    ['25:10:00', 1, 'HILO-KONA-20150622-2510'],
    ['08:05:00', 3, 'HILO-KONA-20150622-0805-3'],
  ])('%s, number %i', (time, ordinal, code) => {
    expect(journeyCode('HILO-KONA', '2015-06-22', time, ordinal)).toBe(code)
  })
})
