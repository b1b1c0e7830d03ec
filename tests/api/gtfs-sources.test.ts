import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ImportReport } from '../../contract/operations/timetable-report'
import { exportFeed } from '../../server/features/gtfs/export-feed'
import { useApi, type Json } from '../support/api'
import { make } from '../support/factories'
import { DATES, Imports, NOTHING } from '../support/feed/imports'
import { islandLines } from '../support/feed/island-lines'
import { zipFeed } from '../support/feed/zip'

const api = useApi()
const imports = new Imports(api)
const DAYS = { from: '2026-06-01', to: '2026-06-02' }

const feed = (name: string) => readFile(new URL(`../support/feed/sources/${name}.zip`, import.meta.url))
const run = async (name: string, fields: Record<string, string> = {}) =>
  imports.run(await feed(name), { ...DAYS, ...fields })
const report = async (name: string, fields: Record<string, string> = {}) => {
  const { report: made, failure } = await run(name, fields)
  expect(failure).toBeNull()
  return made as ImportReport
}
const sources = async () => {
  const { rows } = await imports.manager.get('/gtfs/sources/')
  return rows.filter((source) => source['is_own'] === false)
}
const stations = async () => (await imports.manager.list('stations', { sort: ['code', 'ASC'] })).rows
const isUnchanged = ({ counts }: ImportReport) =>
  Object.values(counts).every(({ created, updated }) => created === 0 && updated === 0)

describe('the source of an imported feed', () => {
  beforeEach(() => imports.startAnew())

  it('is new for the first feed, and named after its agency', async () => {
    const { source } = await report('alpha')
    expect(source).toMatchObject({ id: null, name: 'Alpha Bus', verdict: 'new', requires: null, changes_total: 0 })
    expect(await sources()).toMatchObject([{ name: 'Alpha Bus' }])
  })

  it.each(['again', 'again-feed-info', 'again-second-agency', 'again-renamed', 'again-no-agency-id'])(
    'is the same for the next edition %s',
    async (edition) => {
      await report('again')
      const before = await imports.totals()
      const again = await report(edition)
      expect(again.source).toMatchObject({ name: 'Again Lines', verdict: 'same', requires: null })
      expect(isUnchanged(again)).toBe(true)
      expect(await imports.totals()).toEqual(before)
    },
  )

  it('must be decided for a feed of another operator with the same ids, and the sold seats keep their station', async () => {
    api.now = new Date('2026-05-31T08:00:00Z')
    await imports.startAnew()
    await report('alpha')
    const [journey] = await imports.journeys({ service_date: DAYS.from })
    await make(imports.manager, 'fares', { route_id: journey?.['route_id'], amount_minor: 900, currency: 'EUR' })
    const { body: sold, status } = await imports.manager.post('/reservations', {
      lead_name: 'Ana Ruiz',
      legs: [{ journey_id: journey?.['id'], board_seq: 1, alight_seq: 3 }],
      passengers: [{ category: 'adult' }],
    })
    expect(status).toBe(201)
    const before = await stations()

    const preview = await report('beta', { dry_run: 'true' })
    expect(preview.source).toMatchObject({ name: 'Alpha Bus', verdict: 'ask', requires: 'source', changes_total: 3 })
    expect(
      preview.source?.changes
        .map(({ before: old, after, moved_m: moved }) => [old['en'], after['en'], moved !== null && moved > 333_000])
        .sort(),
    ).toEqual([
      ['Alpha Centre', 'Beta Market', true],
      ['Alpha North', 'Beta Harbour', true],
      ['Alpha South', 'Beta Airport', true],
    ])
    const refused = await run('beta')
    expect(refused).toMatchObject({ status: 'refused', report: { outcome: 'refused' } })
    expect(refused.report?.errors).toMatchObject([
      { file: 'feed.zip', code: 'source_unclear', values: { source: 'Alpha Bus' } },
    ])
    expect(refused.report?.errors[0]?.remedy).toContain('new_source_name')
    expect(await run('beta', { accept_moves: 'true' })).toMatchObject({ status: 'refused' })
    expect(await stations()).toEqual(before)

    const made = await report('beta', { new_source_name: 'Beta' })
    expect(made.counts['stations']).toEqual({ ...NOTHING, created: 3 })
    expect(made.source).toMatchObject({ name: 'Beta', verdict: 'new', reason: 'chosen' })
    const [first] = (await stations()).filter((station) => (station['name'] as Json)['en'] === 'Alpha North')
    expect(first).toMatchObject({ latitude: 40, version: 1 })
    const { body } = await imports.manager.get(`/reservations/${String(sold['id'])}`)
    expect(body['origin_station_id']).toBe(first?.['id'])

    for (const [name, source] of [
      ['beta', 'Beta'],
      ['alpha', 'Alpha Bus'],
    ] as const) {
      const again = await report(name)
      expect(again.source).toMatchObject({ name: source, verdict: 'same' })
      expect(isUnchanged(again)).toBe(true)
    }
  })

  const moved = async (by: number) => {
    const files = islandLines()
    const [stop] = files['stops.txt'].slice(-1)
    return zipFeed({
      ...files,
      'stops.txt': [...files['stops.txt'].slice(0, -1), { ...stop, stop_lat: Number(stop?.['stop_lat']) + by }],
    })
  }

  it('asks before it moves a station by more than a kilometre', async () => {
    await imports.report(islandLines())
    const small = await imports.report(await moved(0.005))
    expect(small).toMatchObject({ outcome: 'imported', source: { verdict: 'same' } })
    const zip = await moved(0.05)
    const refused = await imports.run(zip)
    expect(refused).toMatchObject({ status: 'refused' })
    expect(refused.report?.errors).toMatchObject([{ code: 'stations_change', values: { count: 1 } }])
    expect(refused.report?.source).toMatchObject({ requires: 'moves', changes: [{ code: '2001', moved_m: 5004 }] })
    const accepted = await imports.report(zip, { accept_moves: 'true' })
    expect(accepted.counts['stations']).toEqual({ ...NOTHING, updated: 1, unchanged: 4 })
  })

  it('asks before it moves stations of the requested source', async () => {
    await imports.report(islandLines())
    const [source] = await sources()
    const zip = await moved(0.05)
    const fields = { source_id: String(source?.['id']) }
    expect(await imports.run(zip, fields)).toMatchObject({ status: 'refused' })
    expect(await imports.report(zip, { ...fields, accept_moves: 'true' })).toMatchObject({ outcome: 'imported' })
  })

  it('is refused when it is unknown, when its name is taken, and when two are given', async () => {
    await report('alpha')
    const [source] = await sources()
    const post = async (fields: Record<string, string>) =>
      imports.post(imports.manager, { ...DAYS, ...fields }, await feed('alpha'))
    expect(await post({ source_id: '0198c0de-0000-7000-8000-000000000000' })).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/source_id', code: 'unknown_reference' }] },
    })
    expect(await post({ new_source_name: 'ALPHA bus' })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/new_source_name' }] },
    })
    expect(await post({ source_id: String(source?.['id']), new_source_name: 'Gamma' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/new_source_name' }] },
    })
  })

  it('of links of an earlier version is named as these', async () => {
    await report('again')
    await api.db.deleteFrom('gtfs_sources').execute()
    const again = await report('again')
    expect(again.source).toMatchObject({ name: 'again-lines:ag', verdict: 'same' })
    expect(isUnchanged(again)).toBe(true)
  })
})

describe('an own export', () => {
  beforeEach(async () => {
    await imports.startAnew()
    await imports.report(islandLines())
  })

  const exported = async (dates = DATES) =>
    buffer((await exportFeed(api.db, { ...dates, url: 'https://wayline.example', now: api.now })).zip)

  it('changes nothing, whatever the staff changed before', async () => {
    const [station] = (await imports.manager.list('stations', { filter: { code: 'AKR' } })).rows
    await imports.manager.patch(
      `/stations/${String(station?.['id'])}`,
      { kind: 'airport', name: { en: 'Akrotiri' }, zone_code: null, wheelchair_boarding: 'yes' },
      { ifMatch: '*' },
    )
    const [route] = (await imports.manager.list('routes', { filter: { code: '10' } })).rows
    const [type] = (await imports.manager.list('vehicle-types')).rows
    const values = { route_id: route?.['id'], vehicle_type_id: type?.['id'], service_date: DATES.from }
    await make(imports.manager, 'journeys', { ...values, departure_time: '12:00:00' })
    const zip = await exported()
    await api.db
      .updateTable('journeys')
      .set({ service_status: 'cancelled', cancel_reason: 'Snow' })
      .where('code', '=', '10-20250328-1800')
      .execute()
    const before = await imports.totals()
    const again = await imports.report(zip)
    expect(again.source).toMatchObject({ is_own: true, verdict: 'same', reason: 'own_export', requires: null })
    expect(again.counts).toMatchObject({
      stations: { ...NOTHING, unchanged: 5 },
      routes: { ...NOTHING, unchanged: 3 },
      journeys: { ...NOTHING, unchanged: 26 },
      patterns: { created: 0 },
      fares: { created: 0, updated: 0, skipped: 0 },
    })
    expect(again.gone.count).toBe(0)
    const { import_links: links, ...others } = await imports.totals()
    const { import_links: linksBefore, ...othersBefore } = before
    expect(others).toEqual(othersBefore)
    expect(links).toBe((linksBefore ?? 0) + 8)
    const short = { from: '2025-03-29', to: '2025-03-30' }
    expect(isUnchanged(await imports.report(zip, short))).toBe(true)
    expect(isUnchanged(await imports.report(await exported(short)))).toBe(true)
  })

  it('gives its times to the journey of the same departure', async () => {
    const zip = await exported()
    const [journey] = await imports.journeys({ code: '10-20250328-1800' })
    const id = String(journey?.['id'])
    await api.db
      .updateTable('journey_calls')
      .set({ planned_arrive: '2025-03-28T18:00:00Z', planned_depart: '2025-03-28T18:00:00Z' })
      .where('journey_id', '=', id)
      .where('seq', '=', 3)
      .execute()
    const { counts } = await imports.report(zip)
    expect(counts['journeys']).toEqual({ ...NOTHING, updated: 1, unchanged: 24 })
    expect((await imports.manager.get(`/journeys/${id}`)).body).toMatchObject({ arrives_at: '2025-03-28T17:20:00Z' })
  })

  it('without its mark is not imported again without a decision', async () => {
    const zip = await exported()
    await api.db.updateTable('company').set({ feed_id: '0198c0de-0000-7000-8000-000000000001' }).execute()
    await api.db.deleteFrom('gtfs_sources').where('is_own', '=', true).execute()
    expect(await imports.run(zip)).toMatchObject({
      status: 'refused',
      report: { source: { verdict: 'ask', requires: 'source' } },
    })
  })
})
