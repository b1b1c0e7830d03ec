import { beforeAll, describe, expect, it } from 'vitest'
import { importFeed } from '../../server/features/gtfs/import-feed'
import { systemContext } from '../../server/kernel/context'
import { useApi, type Json } from '../support/api'
import { DATES, Imports } from '../support/feed/imports'
import { change, islandLines } from '../support/feed/island-lines'
import { zipFeed, type FeedFiles } from '../support/feed/zip'

const api = useApi()
const imports = new Imports(api)

/** Whether an error concerns a file, so that skipping rows does not help. */
const isOfFile = ({ code }: Json) => ['not_a_zip', 'file_missing', 'column_missing'].includes(String(code))

describe('a feed with errors', () => {
  beforeAll(() => imports.startAnew())

  it.each<[string, FeedFiles | string, Json]>([
    ['no zip', 'stop_id,stop_name', { file: 'feed.zip', line: null, field: null, code: 'not_a_zip' }],
    [
      'a missing file',
      (({ 'stops.txt': _, ...rest }) => rest)(islandLines()),
      { file: 'stops.txt', line: null, field: null, code: 'file_missing' },
    ],
    [
      'a missing column',
      { ...islandLines(), 'routes.txt': 'route_id,route_short_name\nr-10,10' },
      { file: 'routes.txt', line: 1, field: 'route_type', code: 'column_missing' },
    ],
    [
      'a bad date',
      change(islandLines(), 'calendar.txt', 0, { start_date: '20251301' }),
      { file: 'calendar.txt', line: 2, field: 'start_date', code: 'date_invalid' },
    ],
    [
      'an unknown stop',
      change(islandLines(), 'stop_times.txt', 1, { stop_id: 'NIX' }),
      { file: 'stop_times.txt', line: 3, field: 'stop_id', code: 'stop_unknown' },
    ],
    [
      'times that decrease',
      change(islandLines(), 'stop_times.txt', 6, { arrival_time: '17:00:00' }),
      { file: 'stop_times.txt', line: 8, field: 'arrival_time', code: 'times_decrease' },
    ],
  ])('is refused and writes nothing: %s', async (_, files, error) => {
    const before = await imports.totals()
    const ended = await imports.run(typeof files === 'string' ? Buffer.from(files) : files)
    expect(ended).toMatchObject({ status: 'refused', failure: null, report: { outcome: 'refused' } })
    expect(ended.report?.is_readable).toBe(!isOfFile(error))
    expect(ended.report?.errors[0]).toMatchObject({ ...error, remedy: expect.stringMatching(/\.$/) as string })
    expect(await imports.totals()).toEqual(before)
    expect(await api.db.selectFrom('audit_events').select('id').execute()).toEqual([])
  })

  it('that is too large when unpacked is refused', async () => {
    const bomb = await zipFeed({
      ...islandLines(),
      'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence\n${'out,,,ZYG,1\n'.repeat(20_000)}`,
    })
    const limits = { fileBytes: 1_000_000, unpackedBytes: 100_000 }
    const options = {
      runId: crypto.randomUUID(),
      fileName: 'bomb.zip',
      ...DATES,
      dryRun: false,
      skipRowsInError: true,
      stopSalesOfGone: false,
      vehicleType: null,
      source: { sourceId: null, newSourceName: null, acceptMoves: false },
      limits,
    }
    const refused = await importFeed(
      api.db,
      systemContext('test', () => api.now),
      bomb,
      options,
    )
    expect(refused).toMatchObject({
      outcome: 'refused',
      errors: [{ file: 'stop_times.txt', code: 'unpacks_too_large' }],
    })
  })

  it('can be imported without them on request', async () => {
    const feed = change(change(islandLines(), 'stop_times.txt', 5, { stop_id: 'NIX' }), 'routes.txt', 1, {
      route_type: 'bus',
    })
    const { outcome, counts, errors_total: total } = await imports.report(feed, { skip_rows_in_error: 'true' })
    expect(outcome).toBe('imported')
    expect(total).toBeGreaterThan(2)
    expect(counts).toMatchObject({ routes: { created: 2, skipped: 1 }, journeys: { created: 18, skipped: 2 } })
  })

  it('is not imported without required files, also on request', async () => {
    const { 'trips.txt': _, ...rest } = islandLines()
    expect(await imports.run(rest, { skip_rows_in_error: 'true' })).toMatchObject({ status: 'refused' })
  })
})
