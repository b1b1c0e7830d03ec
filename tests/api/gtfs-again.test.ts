import { beforeEach, describe, expect, it } from 'vitest'
import type { FeedIssue } from '../../contract/operations/timetable-report'
import { useApi, type Json } from '../support/api'
import { NOTHING, Imports } from '../support/feed/imports'
import { change, islandLines } from '../support/feed/island-lines'

const api = useApi()
const imports = new Imports(api)

/** Returns the codes of the warnings, without those for missing fares, which the feed always causes. */
const codes = (warnings: readonly FeedIssue[]) =>
  warnings.map(({ code }) => code).filter((code) => !code.endsWith('_without_fare'))

describe('importing a changed feed', () => {
  beforeEach(async () => {
    await imports.startAnew()
    await imports.report(islandLines())
  })

  const later = () =>
    change(islandLines(), 'stop_times.txt', 6, { arrival_time: '19:30:00', departure_time: '19:30:00' })

  it('gives journeys their new times and keeps the changes of users', async () => {
    const [journey] = await imports.journeys({ code: '10-20250328-1800' })
    await imports.manager.patch(
      `/journeys/${String(journey?.['id'])}`,
      { notes: 'Skiers', capacity: 40 },
      { ifMatch: 1 },
    )
    const { counts, warnings } = await imports.report(later())
    expect(counts['journeys']).toEqual({ ...NOTHING, updated: 2, unchanged: 23 })
    expect(codes(warnings)).toEqual([])
    const { body } = await imports.manager.get(`/journeys/${String(journey?.['id'])}`)
    expect(body).toMatchObject({
      code: '10-20250328-1800',
      arrives_at: '2025-03-28T17:30:00Z',
      notes: 'Skiers',
      capacity: 40,
      version: 3,
    })
    expect((body['calls'] as Json[]).at(-1)).toMatchObject({ planned_arrive: '2025-03-28T17:30:00Z' })
    expect((body['legs'] as Json[]).map((leg) => leg['capacity'])).toEqual([40, 40])
    expect((await imports.report(later())).counts['journeys']).toEqual({ ...NOTHING, unchanged: 25 })
  })

  it('does not change a journey with sold seats, and reports it', async () => {
    const [journey] = await imports.journeys({ code: '10-20250328-1800' })
    const id = String(journey?.['id'])
    await api.db.updateTable('journey_legs').set({ confirmed: 2 }).where('journey_id', '=', id).execute()
    await api.db.updateTable('journeys').set({ peak_load: 2 }).where('id', '=', id).execute()
    const { counts, warnings } = await imports.report(later())
    expect(counts['journeys']).toEqual({ ...NOTHING, updated: 1, skipped: 1, unchanged: 23 })
    expect(warnings.filter(({ code }) => code === 'journey_kept')).toMatchObject([
      {
        file: 'trips.txt',
        line: 3,
        code: 'journey_kept',
        detail: expect.stringContaining('10-20250328-1800') as string,
      },
    ])
    expect((await imports.manager.get(`/journeys/${id}`)).body).toMatchObject({
      arrives_at: '2025-03-28T17:20:00Z',
      version: 1,
    })
  })

  it('imports new stops as a new pattern and does not change the stops of the route', async () => {
    const feed = change(islandLines(), 'stop_times.txt', 5, { stop_id: 'AKR' })
    const { counts } = await imports.report(feed)
    expect(counts['patterns']).toMatchObject({ created: 1 })
    expect(counts['routes']).toEqual({ ...NOTHING, unchanged: 3 })
    const [journey] = await imports.journeys({ code: '10-20250328-1800' })
    expect(journey).toMatchObject({ pattern_version: 4 })
  })

  it('allows a change of the stops of a route that does not affect the journeys of its other patterns', async () => {
    const [route] = (await imports.manager.list('routes', { filter: { code: '10' } })).rows
    const stops = (route?.['stops'] as Json[]).filter((_, index) => index !== 1)
    const { body } = await imports.manager.patch(`/routes/${String(route?.['id'])}`, { stops }, { ifMatch: 1 })
    expect(body).toMatchObject({ pattern_version: 4, stop_count: 3 })
    const patterns = await api.db
      .selectFrom('route_stops')
      .select(['pattern_version', (q) => q.fn.countAll<number>().as('stops')])
      .where('route_id', '=', String(route?.['id']))
      .groupBy('pattern_version')
      .orderBy('pattern_version')
      .execute()
    expect(patterns.map((pattern) => pattern.stops)).toEqual([4, 3, 2, 3])
    expect((await imports.report(islandLines())).counts).toMatchObject({
      routes: { unchanged: 3 },
      patterns: { created: 0 },
    })
  })

  it('imports new names and prices and keeps the languages that users added', async () => {
    const [station] = (await imports.manager.list('stations', { filter: { code: '2001' } })).rows
    await imports.manager.patch(
      `/stations/${String(station?.['id'])}`,
      { name: { ...(station?.['name'] as Json), ae: 'ليماسول' }, city: 'Limassol' },
      { ifMatch: 1 },
    )
    const renamed = change(
      change(islandLines(), 'stops.txt', 5, { stop_name: 'Λεμεσός Λιμάνι' }),
      'fare_attributes.txt',
      0,
      { price: '5.50' },
    )
    const { counts } = await imports.report(renamed, { accept_moves: 'true' })
    expect(counts).toMatchObject({
      stations: { updated: 1, unchanged: 4 },
      fares: { updated: 4, unchanged: 1 },
      journeys: { unchanged: 25 },
    })
    const { body } = await imports.manager.get(`/stations/${String(station?.['id'])}`)
    expect(body).toMatchObject({ name: { el: 'Λεμεσός Λιμάνι', ae: 'ليماسول' }, city: 'Limassol', version: 3 })
    expect((await imports.manager.list('fares', { filter: { amount_minor: 550 } })).rows).toHaveLength(4)
  })

  /** Returns the feed without its Sunday trip and without its service on 28 March. */
  const shorter = () => {
    const feed = islandLines()
    return {
      ...feed,
      'calendar_dates.txt': [
        ...feed['calendar_dates.txt'].slice(0, 1),
        { service_id: 'weekdays', date: 20250328, exception_type: 2 },
      ],
      'trips.txt': feed['trips.txt'].filter((trip) => trip['trip_id'] !== 'sunday'),
      'stop_times.txt': feed['stop_times.txt'].filter((call) => call['trip_id'] !== 'sunday'),
    }
  }
  const sell = async (code: string, seats: number) => {
    const [journey] = await imports.journeys({ code })
    const id = String(journey?.['id'])
    await api.db.updateTable('journey_legs').set({ confirmed: seats }).where('journey_id', '=', id).execute()
    await api.db.updateTable('journeys').set({ peak_load: seats }).where('id', '=', id).execute()
    return id
  }
  const sales = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      (await imports.journeys({ code_like: '10-' })).map((row) => [String(row['code']), row['sales_status']]),
    )
  const ALL_OPEN = {
    '10-20250328-0715': 'open',
    '10-20250328-1800': 'open',
    '10-20250330-0230': 'open',
    '10-20250331-0715': 'open',
    '10-20250331-1800': 'open',
  }

  it('lists the journeys that the feed no longer has, those with passengers first, and does not change them', async () => {
    await sell('10-20250330-0230', 3)
    const { counts, gone, warnings } = await imports.report(shorter())
    expect(counts['journeys']).toEqual({ ...NOTHING, unchanged: 22 })
    expect(gone).toMatchObject({ count: 3, booked: 1, on_sale: 3, stopped: 0 })
    expect(gone.journeys.map(({ code, seats_taken: seats }) => [code, seats])).toEqual([
      ['10-20250330-0230', 3],
      ['10-20250328-0715', 0],
      ['10-20250328-1800', 0],
    ])
    expect(warnings.filter(({ code }) => code.startsWith('journeys_gone'))).toMatchObject([
      { code: 'journeys_gone_booked', values: { count: 1, examples: '10-20250330-0230' } },
      { code: 'journeys_gone', values: { count: 3 }, detail: expect.stringContaining('10-20250328-1800') as string },
    ])
    expect(await sales()).toEqual(ALL_OPEN)
  })

  it('stops the sale of those on request, and resumes it when they return', async () => {
    const sold = await sell('10-20250330-0230', 3)
    const onRequest = await imports.journeys({ code: '10-20250328-0715' })
    await imports.manager.patch(
      `/journeys/${String(onRequest[0]?.['id'])}`,
      { sales_status: 'on_request' },
      { ifMatch: '*' },
    )
    const before = await sales()
    const tried = await imports.report(shorter(), { stop_sales_of_gone: 'true', dry_run: 'true' })
    expect(tried.gone).toMatchObject({ count: 3, on_sale: 3, stopped: 3 })
    expect(await sales()).toEqual(before)

    const { gone, warnings } = await imports.report(shorter(), { stop_sales_of_gone: 'true' })
    expect(gone).toMatchObject({ count: 3, booked: 1, on_sale: 3, stopped: 3 })
    expect(codes(warnings)).toEqual(['journeys_gone_booked', 'journeys_gone_stopped'])
    const stopped = { '10-20250328-0715': 'closed', '10-20250328-1800': 'closed', '10-20250330-0230': 'closed' }
    expect(await sales()).toEqual({ ...before, ...stopped })
    expect((await imports.manager.get(`/journeys/${sold}`)).body).toMatchObject({
      peak_load: 3,
      service_status: 'scheduled',
    })
    const { rows: history } = await imports.manager.list('audit-events', {
      filter: { entity_id: sold, action: 'journeys.updated' },
    })
    expect(history).toMatchObject([{ changes: [{ field: 'sales_status', old: 'open', new: 'closed' }] }])

    const again = await imports.report(shorter(), { stop_sales_of_gone: 'true' })
    expect(again.gone).toMatchObject({ count: 3, booked: 1, on_sale: 0, stopped: 0 })
    expect((await imports.report(islandLines())).counts['journeys']).toEqual({ ...NOTHING, updated: 3, unchanged: 22 })
    expect(await sales()).toEqual(before)
    expect((await imports.report(islandLines())).counts['journeys']).toEqual({ ...NOTHING, unchanged: 25 })
  })

  it('does not list cancelled journeys', async () => {
    const [journey] = await imports.journeys({ code: '10-20250330-0230' })
    await api.db
      .updateTable('journeys')
      .set({ service_status: 'cancelled', cancel_reason: 'Snow' })
      .where('id', '=', String(journey?.['id']))
      .execute()
    expect((await imports.report(shorter())).gone).toMatchObject({ count: 2 })
  })

  it('keeps the fares of users', async () => {
    await api.db.deleteFrom('import_links').where('kind', '=', 'fares').execute()
    const { counts, warnings } = await imports.report(islandLines())
    expect(counts['fares']).toEqual({ ...NOTHING, skipped: 5 })
    expect(codes(warnings)).toEqual(['fares_kept'])
  })
})
