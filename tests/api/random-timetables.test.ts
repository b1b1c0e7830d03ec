import fc from 'fast-check'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { exportFeed } from '../../server/features/gtfs/export-feed'
import { openArchive } from '../../server/features/gtfs/read/archive'
import { Issues } from '../../server/features/gtfs/read/issues'
import { useApi } from '../support/api'
import { Imports } from '../support/feed/imports'
import { FEED_DATES, randomFeed } from '../support/feed/random-feeds'

/** `WAYLINE_TIMETABLES=200` sets the number of random timetables. */
const TIMETABLES = Number(process.env['WAYLINE_TIMETABLES'] ?? 20)
const TIMETABLE_MS = 60_000

const api = useApi()
const imports = new Imports(api)

/** An export can count a journey from the service day before, in the zone of most of its journeys. */
const WIDER = { from: '2025-03-26', to: '2025-04-03' }

const exported = async (dates = WIDER) =>
  buffer((await exportFeed(api.db, { ...dates, url: 'https://wayline.example', now: api.now })).zip)

const TABLES = ['stations', 'routes', 'route_stops', 'journeys', 'journey_calls', 'journey_legs', 'fares'] as const

/** Returns every value of the tables that an import writes. */
async function contents(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(api.db)
    found[table] = rows
  }
  return found
}

/** Names the company and the time of the export. */
const FEED_INFO = 'feed_info.txt'
/** Contains what an import does not read. */
const LEFT_OUT = 'fares_left_out.txt'

/** Returns the lines of the files that an import reads, sorted, because the order of rows has no meaning. */
async function filesOf(zip: Buffer): Promise<Record<string, string[]>> {
  const archive = await openArchive(zip, new Issues())
  const files: Record<string, string[]> = {}
  for (const name of archive.names)
    if (name !== FEED_INFO && name !== LEFT_OUT) files[name] = (await text(await archive.open(name))).split('\n').sort()
  archive.close()
  return files
}

const isUnchanged = (counts: object) =>
  Object.values(counts).every(
    ({ created, updated = 0 }: { created: number; updated?: number }) => created + updated === 0,
  )

it(
  'an exported timetable changes nothing in its own company, and is the same timetable in another one',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomFeed, async (feed) => {
        await imports.startAnew()
        const first = await imports.run(feed, FEED_DATES)
        expect(first.report?.errors).toEqual([])
        const before = await contents()
        for (const dates of [FEED_DATES, WIDER]) {
          const own = await imports.report(await exported(dates), dates)
          expect(own.source).toMatchObject({ is_own: true, verdict: 'same' })
          expect(isUnchanged(own.counts), JSON.stringify(own.counts)).toBe(true)
          expect(await contents()).toEqual(before)
        }

        const zip = await exported()
        await imports.startAnew()
        await api.db.updateTable('company').set({ feed_id: crypto.randomUUID() }).execute()
        expect((await imports.report(zip, WIDER)).source).toMatchObject({ is_own: false, verdict: 'new' })
        expect(await filesOf(await exported())).toEqual(await filesOf(zip))
      }),
      { numRuns: TIMETABLES, endOnFailure: true },
    )
  },
  TIMETABLES * TIMETABLE_MS,
)
