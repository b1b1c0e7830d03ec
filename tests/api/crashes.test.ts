import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import type { Json } from '../support/api'
import { askAgain, callUntilDead, type Booking, type Line } from '../support/crash/callers'
import { halfBookings } from '../support/crash/halves'
import { useSandbox } from '../support/crash/sandbox'
import { startKillable, type Killable } from '../support/crash/killable'
import { connect, continueSession, type Session } from '../support/e2e/api'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { hotJourneys, numbers, oversold, wrongCounters } from '../support/race/rush'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/** The nightly run sets 500. */
const CYCLES = Number(process.env['WAYLINE_CRASH_CYCLES'] ?? 20)
const SEED = Number(process.env['WAYLINE_RACE_SEED'] ?? 20_300_520)
const CALLERS = 6
/** Cycles between new journeys and a new sign-in, so that neither the seats nor the session run short. */
const RENEW_EVERY = 5
const LONG_MS = LONG_TEST_TIMEOUT_MS + CYCLES * 30_000

const sandbox = useSandbox()
const random = numbers(SEED)

describe('P-02, P-06 a server that is killed in the middle of its work', () => {
  it(
    'I16 keeps acknowledged work, does a repeated request once, and leaves nothing half done',
    async () => {
      const bookings = await killAgainAndAgain()
      expect(bookings.filter(({ confirmedStatus }) => confirmedStatus !== null).length).toBeGreaterThan(CYCLES * 4)
      expect(bookings.filter(({ open }) => open !== null).length).toBeGreaterThan(0)
      const { db, close } = await openLeftovers()
      try {
        expect(await halfBookings(db)).toEqual([])
        expect(await wrongCounters(db)).toEqual([])
        expect(await oversold(db)).toBe(0)
        const rows = await db.selectFrom('reservations').select(['id', 'lead_name', 'status']).execute()
        const found = new Map(rows.map((row) => [row.lead_name, row]))
        expect(found.size).toBe(rows.length)
        expect(bookings.filter((booking) => !agrees(booking, found.get(booking.name)))).toEqual([])
        expect([...found.keys()].filter((name) => !bookings.some((booking) => booking.name === name))).toEqual([])
      } finally {
        await close()
      }
    },
    LONG_MS,
  )
})

/** Returns whether a row matches a booking: acknowledged requests must be stored, unanswered ones may be. */
function agrees({ id, confirmedStatus, open }: Booking, row: { id: string; status: string } | undefined): boolean {
  if (!row) return confirmedStatus === null
  return (id === null || row.id === id) && (row.status === confirmedStatus || row.status === open)
}

/** Kills the server again and again. @returns all requested bookings, over all lives of the server */
async function killAgainAndAgain(): Promise<Booking[]> {
  const all: Booking[] = []
  let life: Killable = await startKillable(sandbox.settings)
  try {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      if (cycle % RENEW_EVERY === 0) await renewJourneys(life)
      const made = await rushUntilDead(life, cycle)
      all.push(...made)
      await life.kill()
      life = await startKillable(sandbox.settings)
      // Callers repeat their unanswered requests in every second cycle only.
      if (cycle % 2 === 1) continue
      for (const booking of made) await askAgain(lineTo(life), booking)
      expect(made.filter(({ open }) => open !== null)).toEqual([])
    }
  } finally {
    await life.kill()
  }
  return all
}

let session: Session
let journeys: Json[]

async function renewJourneys({ address }: Killable): Promise<void> {
  const api = await connect(address, ADMINISTRATOR)
  session = api.session
  journeys = await hotJourneys(api, 8, 50)
}

const lineTo = ({ address, isAlive }: Killable, received: () => void = () => undefined): Line => ({
  client: () => continueSession(session, address),
  isAlive,
  received,
})

/** Runs callers against a server that is killed after some of their answers. */
async function rushUntilDead(life: Killable, cycle: number): Promise<Booking[]> {
  let left = CALLERS + Math.floor(random() * CALLERS * 3)
  const line = lineTo(life, () => {
    left -= 1
    if (left === 0) void life.kill()
  })
  let count = 0
  const next = () => {
    count += 1
    return { name: `Crash ${cycle}-${count}`, journey: journeys[count % journeys.length] as Json }
  }
  return (await Promise.all(Array.from({ length: CALLERS }, () => callUntilDead(line, next)))).flat()
}

const openLeftovers = (): Promise<OpenDatabase> =>
  openDatabase({
    databaseUrl: sandbox.settings['DATABASE_URL'] ?? null,
    databasePool: 2,
    dataDir: join(sandbox.folder, 'data'),
    durability: 'strict',
    queryLimitMs: 20_000,
    onError: () => undefined,
  })
