import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { staffSession } from '../../../src/providers/auth/session'
import { api } from '../../support/http-calls'
import { setSessionLostHandler } from '../../../src/providers/http/httpClient'
import { statusOf } from '../../../src/providers/http/problem'
import { renewToken } from '../../../src/providers/http/refresh'
import { ANA, answer, scriptedFetch } from '../../support/console/session'

/** `WAYLINE_PROPERTY_RUNS=10000` runs the number of rounds that the specification requires. */
const RUNS = Number(process.env['WAYLINE_PROPERTY_RUNS'] ?? 400)
const MOST_CALLS = 40
const MANY_CALLS = 1_000

// Node.js reports a leak when more than ten calls listen to one signal.
setMaxListeners(0)

afterEach(() => {
  vi.unstubAllGlobals()
  staffSession.clear()
})

interface World {
  /** Decides the order in which answers arrive. */
  scheduler: fc.Scheduler
  calls: number
  /** Whether the server refuses refreshes. */
  refuses: boolean
  /** Number of the call after which the user signs out; past the last one: never. */
  signsOutAfter: number
}

/** Makes every call with an expired token and answers in any order. */
async function run({ scheduler, calls, refuses, signsOutAfter }: World) {
  // Every issued token is valid, but the first token of the calls is expired.
  const good = new Set<string>()
  let [refreshing, mostAtOnce, refreshes, farewells] = [0, 0, 0, 0]
  const sent = new Map<string, number>()
  const { fetch } = scriptedFetch({
    'POST /token/refresh/': async () => {
      refreshing += 1
      refreshes += 1
      mostAtOnce = Math.max(mostAtOnce, refreshing)
      await scheduler.schedule(Promise.resolve(), 'refresh')
      refreshing -= 1
      if (refuses) return answer({}, 401)
      const access = `token-${refreshes}`
      good.add(`Bearer ${access}`)
      return answer({ access, refresh: `r-${refreshes + 1}` })
    },
    'GET /stations/': async ({ headers }) => {
      const number = headers.get('x-number') ?? ''
      sent.set(number, (sent.get(number) ?? 0) + 1)
      const credential = headers.get('authorization') ?? ''
      await scheduler.schedule(Promise.resolve(), `call ${number}`)
      return good.has(credential) ? answer({}) : answer({}, 401)
    },
  })
  vi.stubGlobal('fetch', fetch)
  setSessionLostHandler(() => (farewells += 1))
  staffSession.start({ tokens: { access: 'token-0', refresh: 'r-1' }, user: ANA })

  let settled = 0
  const ends = Array.from({ length: calls }, async (_, number) => {
    await scheduler.schedule(Promise.resolve(), `begin ${number}`)
    if (number === signsOutAfter) staffSession.clear()
    if (number % 7 === 3) await renewToken('staff').catch(staffSession.clear)
    const status = await api('/stations/', { headers: { 'X-Number': String(number) } }).then(
      () => 200,
      (error: unknown) => statusOf(error),
    )
    settled += 1
    return status
  })
  await scheduler.waitFor(Promise.all(ends))
  return { ends: await Promise.all(ends), settled, mostAtOnce, refreshes, farewells, sent: [...sent.values()] }
}

describe('P-07 any number of refused calls, in any order', () => {
  it('share one refresh at a time, settle once and are repeated at most once', async () => {
    const world = fc.record({
      scheduler: fc.scheduler(),
      calls: fc.integer({ min: 1, max: MOST_CALLS }),
      refuses: fc.boolean(),
      signsOutAfter: fc.integer({ min: 0, max: 4 * MOST_CALLS }),
    })
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { ends, settled, mostAtOnce, refreshes, farewells, sent } = await run(given)
        const signsOut = given.signsOutAfter < given.calls
        expect(settled).toBe(given.calls)
        expect(mostAtOnce).toBeLessThanOrEqual(1)
        expect(Math.max(0, ...sent)).toBeLessThanOrEqual(2)
        if (signsOut) return
        expect(new Set(ends)).toEqual(new Set([given.refuses ? 401 : 200]))
        if (given.refuses) expect(refreshes).toBe(1)
        else expect(farewells).toBe(0)
        expect(staffSession.tokens() === null).toBe(given.refuses)
      }),
      { numRuns: RUNS },
    )
  })

  it('hold for a thousand calls', async () => {
    const [scheduler] = fc.sample(fc.scheduler(), { numRuns: 1, seed: 7 })
    if (!scheduler) throw new Error('No scheduler')
    const { ends, mostAtOnce, sent } = await run({
      scheduler,
      calls: MANY_CALLS,
      refuses: false,
      signsOutAfter: MANY_CALLS,
    })
    expect([mostAtOnce, Math.max(...sent), new Set(ends)]).toEqual([1, 2, new Set([200])])
  })
})
