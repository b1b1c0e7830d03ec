import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapInSlices, runInTurns } from '../../../../server/kernel/slices'

describe('mapInSlices', () => {
  it('maps every item in its order', async () => {
    expect(await mapInSlices([1, 2, 3, 4, 5], (item) => item * 2, 2)).toEqual([2, 4, 6, 8, 10])
    expect(await mapInSlices([], String, 2)).toEqual([])
  })

  it('lets other work run after each slice', async () => {
    const order: (number | string)[] = []
    const work = mapInSlices([1, 2, 3, 4, 5], (item) => order.push(item), 2)
    await setImmediate()
    order.push('other work')
    await work
    expect(order.slice(0, 5)).toContain('other work')
    expect(order).toHaveLength(6)
  })
})

describe('runInTurns', () => {
  it('returns the result of the generator', async () => {
    function* sum() {
      let total = 0
      for (const number of [1, 2, 3]) {
        total += number
        yield
      }
      return total
    }
    expect(await runInTurns(sum())).toBe(6)
  })

  it('lets other work run while the generator works', async () => {
    let isOther = false
    function* workUntilOther() {
      while (!isOther) yield
      return 'done'
    }
    const work = runInTurns(workUntilOther())
    await setImmediate()
    isOther = true
    expect(await work).toBe('done')
  })
})
