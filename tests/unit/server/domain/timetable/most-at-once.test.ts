import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostAtOnce } from '../../../../../server/domain/timetable/most-at-once'

const spans = (...pairs: [number, number][]) => pairs.map(([from, to]) => ({ from, to }))

describe('simultaneous journeys', () => {
  test.each([
    ['none', spans(), 0],
    ['one', spans([1, 2]), 1],
    ['consecutive ones do not overlap', spans([1, 2], [2, 3]), 1],
    ['overlapping ones count', spans([1, 3], [2, 4]), 2],
    ['one inside another', spans([1, 9], [2, 3], [4, 5]), 2],
  ])('%s', (_, given, most) => {
    expect(mostAtOnce(given)).toBe(most)
  })

  test('are as many as counted at every start', () => {
    const span = fc
      .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
      .map(([from, length]) => ({ from, to: from + length }))
    fc.assert(
      fc.property(fc.array(span), (given) => {
        const counts = given.map(({ from }) => given.filter((other) => other.from <= from && from < other.to).length)
        expect(mostAtOnce(given)).toBe(Math.max(0, ...counts))
      }),
    )
  })
})
