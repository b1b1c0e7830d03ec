import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../../server/db/unavailable'
import { writability } from '../../../../server/http/writability'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the check whether the database is writable', () => {
  it('sends one probe in two seconds, however often it is called', async () => {
    const probe = vi.fn(async () => undefined)
    const writes = writability(probe, () => undefined)
    expect(await Promise.all(Array.from({ length: 50 }, writes))).toEqual(Array.from({ length: 50 }, () => null))
    expect(await writes()).toBeNull()
    expect(probe).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_001)
    await writes()
    expect(probe).toHaveBeenCalledTimes(2)
  })

  it('returns false within a second when the probe never ends, and starts no second one', async () => {
    const probe = vi.fn(() => new Promise<void>(() => undefined))
    const writes = writability(probe, () => undefined)
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = writes()
      await vi.advanceTimersByTimeAsync(999)
      expect((await answer)?.trouble).toBe('away')
      await vi.advanceTimersByTimeAsync(2_000)
    }
    expect(probe).toHaveBeenCalledTimes(1)
  })

  it('reports the reason once until it is over', async () => {
    let failure: Error | null = Object.assign(new Error('No space left on device'), { code: '53100' })
    const actual: string[] = []
    const writes = writability(
      async () => {
        if (failure) throw failure
      },
      ({ trouble }) => actual.push(trouble),
    )
    const ask = async () => {
      await vi.advanceTimersByTimeAsync(2_001)
      return (await writes())?.message ?? null
    }
    expect([await ask(), await ask()]).toEqual(Array(2).fill('The disk of the database is full.'))
    failure = null
    expect(await ask()).toBeNull()
    failure = new DatabaseUnavailable('read-only', null)
    expect(await ask()).toBe('The database accepts no writes: it is a standby.')
    expect(actual).toEqual(['full', 'read-only'])
  })
})
