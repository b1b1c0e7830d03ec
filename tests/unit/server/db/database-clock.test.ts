import { afterEach, describe, expect, it } from 'vitest'
import { followClock } from '../../../../server/db/database-clock'

const START = Date.parse('2030-05-20T09:00:00Z')
const MINUTE_MS = 60_000

/** Creates the clocks of a machine and of a database with a latency between them. The test advances the time. */
function clocks(offMs: number) {
  const state = { elapsed: 0, offMs, databaseMs: 0, thereMs: 1, backMs: 1 }
  const machine = { wall: () => START + state.elapsed + state.offMs, monotonic: () => 5_000 + state.elapsed }
  const ask = async () => {
    state.elapsed += state.thereMs
    const actual = START + state.elapsed + state.databaseMs
    state.elapsed += state.backMs
    return actual
  }
  const truth = () => START + state.elapsed + state.databaseMs
  return { state, machine, ask, truth }
}

let stop: () => void = () => undefined
afterEach(() => stop())

async function follow({ ask, machine }: ReturnType<typeof clocks>) {
  const actual: string[] = []
  const clock = await followClock(ask, (sentence) => actual.push(sentence), machine)
  stop = clock.stop
  return { clock, actual }
}

describe('the clock for deadlines', () => {
  it.each([20, -20, 2_880])('is that of the database, even when the machine is %d minutes off', async (minutes) => {
    const world = clocks(minutes * MINUTE_MS)
    const { clock, actual } = await follow(world)
    expect(clock.now().getTime()).toBe(world.truth())
    world.state.elapsed += 3_600_000
    expect(clock.now().getTime()).toBe(world.truth())
    const words = `${Math.abs(minutes) * 60} s ${minutes > 0 ? 'ahead of' : 'behind'} the database's.`
    expect(clock.trouble()).toContain(words)
    expect(actual).toEqual([clock.trouble()])
  })

  it('reports a clock that jumps until it is corrected, and does not jump itself', async () => {
    const world = clocks(0)
    const { clock, actual } = await follow(world)
    expect(clock.trouble()).toBeNull()
    world.state.offMs = -20 * MINUTE_MS
    expect(clock.now().getTime()).toBe(world.truth())
    expect(clock.trouble()).toContain('1200 s behind')
    await clock.compare()
    await clock.compare()
    expect(actual).toHaveLength(1)
    world.state.offMs = 0
    await clock.compare()
    expect(clock.trouble()).toBeNull()
  })

  it('follows a database with another clock after a failover, and prefers quick answers to slow ones', async () => {
    const world = clocks(0)
    const { clock } = await follow(world)
    Object.assign(world.state, { thereMs: 9_000, backMs: 1_000 })
    await clock.compare()
    expect(clock.now().getTime()).toBe(world.truth())
    Object.assign(world.state, { thereMs: 2, backMs: 2, databaseMs: MINUTE_MS })
    await clock.compare()
    expect(clock.now().getTime()).toBe(world.truth())
    expect(clock.trouble()).toContain('60 s behind')
  })

  it('continues from its last comparison while the database does not answer', async () => {
    const world = clocks(0)
    let isAway = false
    const ask = () => (isAway ? Promise.reject(new Error('away')) : world.ask())
    const { clock } = await follow({ ...world, ask })
    isAway = true
    await expect(clock.compare()).rejects.toThrow('away')
    world.state.elapsed += MINUTE_MS
    expect(clock.now().getTime()).toBe(world.truth())
  })
})
