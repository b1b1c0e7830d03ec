import { readFile } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  CONNECTION_CHANGES_MAX,
  CONNECTION_DEFAULT_MIN,
  CONNECTION_NEXT_DAY_H,
} from '../../contract/core/limits/connections'
import { refreshStatistics } from '../../server/db/embedded-maintenance'
import { useApi, type Json } from '../support/api'
import { scannedFeed } from '../support/feed/connection-scan'
import { Imports } from '../support/feed/imports'
import { publicFeed, type PublicFeed } from '../support/feed/public-feeds'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/**
 * Compares connections with those that another planner finds in the files of the feed. `WAYLINE_PLANNER=all` compares
 * 2,000 searches instead of a sample.
 */
const isWhole = process.env['WAYLINE_PLANNER'] === 'all'
const TIMES_EACH = 10
const PAIRS_EACH = isWhole ? 50 : 6
const MINUTE_MS = 60_000
const DAY_MIN = 1_440

const api = useApi()
const imports = new Imports(api)

const DAYS: [feed: PublicFeed, day: string][] = [
  ['hawaii', '2015-06-22'],
  ['hawaii', '2015-06-27'],
  ['north-macedonia', '2026-03-02'],
  ['north-macedonia', '2026-03-01'],
]

/** Returns a seeded random number generator, so that every run makes the same searches. */
function createDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface StatedConnection {
  departs: number
  arrives: number
  changes: number
}

const statedOf = (legs: readonly Json[]): StatedConnection => ({
  departs: Date.parse(String(legs[0]?.['departs_at'])),
  arrives: Date.parse(String(legs.at(-1)?.['arrives_at'])),
  changes: legs.length - 1,
})

/** Returns the soonest arrivals with no change, with at most one and with at most two, for departures from a moment on. */
const soonest = (actual: readonly StatedConnection[], from: number): (number | null)[] =>
  Array.from({ length: CONNECTION_CHANGES_MAX + 1 }, (_, changes) => {
    const arrivals = actual.filter((trip) => trip.departs >= from && trip.changes <= changes)
    return arrivals.length > 0 ? Math.min(...arrivals.map(({ arrives }) => arrives)) : null
  })

for (const [name, day] of DAYS) {
  const feed = publicFeed(name)
  const title = `arrivals and changes from ${name}.zip on ${day} are those of another planner`
  describe(title, () => {
    it.skipIf(!feed.isHere)(
      feed.isHere ? `for ${PAIRS_EACH * TIMES_EACH} searches` : `(needs ${name}.zip)`,
      async () => {
        const date = Temporal.PlainDate.from(day)
        const [eve, morrow] = [date.subtract({ days: 1 }), date.add({ days: 1 })].map(String)
        api.now = new Date(`${eve}T00:00:00Z`)
        await imports.startAnew()
        const admin = await api.as('admin')
        await imports.report(await readFile(feed.path), { from: String(eve), to: String(morrow) })
        await refreshStatistics(api.db, api.database.exec)
        const links = await api.db
          .selectFrom('import_links')
          .innerJoin('stations', 'stations.id', 'import_links.record_id')
          .select(['external_id', 'stations.id', 'stations.timezone'])
          .execute()
        const stations = new Map(links.map((link) => [link.external_id, link]))
        const draw = createDraw(day.length + day.charCodeAt(8))
        const timezone = links[0]?.timezone ?? 'UTC'
        const [starts, ends] = [date, date.add({ days: 1 })].map(
          (begin) => begin.toZonedDateTime(timezone).epochMilliseconds,
        )
        const until = Number(ends) + CONNECTION_NEXT_DAY_H * 60 * MINUTE_MS
        const planner = scannedFeed(name, { days: [String(eve), day, String(morrow)], until })
        const changeMin = new Map<string, number>()
        for (const stop of planner.stops) {
          const minutes = [0, 3, CONNECTION_DEFAULT_MIN, CONNECTION_DEFAULT_MIN, 25][draw(5)] ?? 0
          changeMin.set(stop, minutes)
          const id = String(stations.get(stop)?.id)
          await api.db.updateTable('stations').set({ connection_min: minutes }).where('id', '=', id).execute()
        }
        let withChanges = 0
        for (let pair = 0; pair < PAIRS_EACH; pair += 1) {
          const origin = planner.stops[draw(planner.stops.length)] ?? ''
          const others = planner.stops.filter((stop) => stop !== origin)
          const destination = others[draw(others.length)] ?? ''
          const asked = `origin=${stations.get(origin)?.id}&destination=${stations.get(destination)?.id}&date=${day}&adult=1`
          const [direct, connections] = [
            await admin.get(`/departures?${asked}`),
            await admin.get(`/connections?${asked}`),
          ]
          const actual = [
            ...direct.rows.map((departure) => statedOf([departure])),
            ...connections.rows.map((connection) => statedOf(connection['legs'] as Json[])),
          ]
          for (let time = 0; time < TIMES_EACH; time += 1) {
            const from = Number(starts) + draw(DAY_MIN) * MINUTE_MS
            const best = planner.arrivals({
              origin,
              destination,
              from,
              before: Number(ends),
              changeMs: (stop) => (changeMin.get(stop) ?? 0) * MINUTE_MS,
            })
            expect(soonest(actual, from), `${origin} → ${destination}, ${new Date(from).toISOString()}`).toEqual(best)
            if (best.at(-1) !== best[0]) withChanges += 1
          }
        }
        expect(withChanges).toBeGreaterThan(PAIRS_EACH)
      },
      LONG_TEST_TIMEOUT_MS,
    )
  })
}
