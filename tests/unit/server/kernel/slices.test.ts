import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapInSlices } from '../../../../server/kernel/slices'

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
