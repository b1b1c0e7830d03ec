import { expect, it } from 'vitest'
import { partsOf } from '../../../../../server/domain/pricing/exact'

it('division of an amount loses nothing, and gives equal parts when all weights are zero', () => {
  expect(partsOf(1000, [1, 1, 1])).toEqual([333, 334, 333])
  expect(partsOf(1000, [300, 100, 0])).toEqual([750, 250, 0])
  expect(partsOf(5, [0, 0])).toEqual([3, 2])
  expect(partsOf(-100, [1, 1, 1]).reduce((sum, part) => sum + part, 0)).toBe(-100)
  expect(partsOf(100, [])).toEqual([])
})
