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

  it('are forgotten with a write to their table, and only that', async () => {
    const { cache, ask, counted } = setUp()
    await ask('stations')
    await ask('routes')
    cache.forget('stations')
    await ask('routes')
    expect(counted()).toBe(2)
    await ask('stations')
    expect(counted()).toBe(3)
  })

  it('are exact up to ten thousand and honest beyond', async () => {
    expect(await setUp().ask('t', 'k', 10_000)).toEqual({ count: 10_000, exact: true })
    expect(await setUp().ask('t', 'k', 10_001)).toEqual({ count: 10_001, exact: false })
  })
})
