import { describe, expect, it } from 'vitest'
import { TotalCache } from '../../../../server/crud/total-cache'

describe('totals', () => {
  const setUp = () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const cache = new TotalCache(() => clock.now)
    let counted = 0
    const ask = (table = 'stations', key = '{}', count = 7) =>
      cache.get(table, key, async () => {
        counted += 1
        return count
      })
    return { cache, clock, ask, counted: () => counted }
  }

  it('are counted once within ten seconds, for each table and filter', async () => {
    const { clock, ask, counted } = setUp()
    await ask()
    expect(await ask()).toEqual({ count: 7, exact: true })
    expect(counted()).toBe(1)
    await ask('stations', '{"kind":"port"}')
    await ask('routes')
    expect(counted()).toBe(3)
    clock.now = new Date('2026-01-01T00:00:11Z')
    await ask()
    expect(counted()).toBe(4)
  })

  it('are discarded after a write to their table, and only that', async () => {
    const { cache, ask, counted } = setUp()
    await ask('stations')
    await ask('routes')
    cache.forget('stations')
    await ask('routes')
    expect(counted()).toBe(2)
    await ask('stations')
    expect(counted()).toBe(3)
  })

  it('stay when they mean "more than", which a write does not change', async () => {
    const { cache, clock, ask, counted } = setUp()
    await ask('stations', '{}', 10_001)
    cache.forget('stations')
    expect(await ask('stations', '{}', 9_999)).toEqual({ count: 10_001, exact: false })
    clock.now = new Date('2026-01-01T00:00:11Z')
    expect(await ask('stations', '{}', 9_999)).toEqual({ count: 9_999, exact: true })
    expect(counted()).toBe(2)
  })

  it('are counted once for all simultaneous requests, and again for a request after a write', async () => {
    const { cache } = setUp()
    const running: ((count: number) => void)[] = []
    const ask = () => cache.get('stations', '{}', () => new Promise((resolve) => running.push(resolve)))
    const before = [ask(), ask()]
    cache.forget('stations')
    const after = ask()
    running.forEach((finish, index) => finish(index + 1))
    expect(await Promise.all([...before, after])).toEqual([1, 1, 2].map((count) => ({ count, exact: true })))
    expect(await ask()).toEqual({ count: 2, exact: true })
  })

  it('are counted again when counting failed', async () => {
    const { cache, ask } = setUp()
    await expect(cache.get('stations', '{}', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await ask()).toEqual({ count: 7, exact: true })
  })

  it('are exact up to ten thousand, and marked as a minimum beyond', async () => {
    expect(await setUp().ask('t', 'k', 10_000)).toEqual({ count: 10_000, exact: true })
    expect(await setUp().ask('t', 'k', 10_001)).toEqual({ count: 10_001, exact: false })
  })
})
