import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { BULK_MAX_RECORDS } from '../../contract/core/limits/tasks'
import { useApi, type Json, type NearClient } from '../support/api'
import { workOff } from '../support/work'

const api = useApi()
let admin: NearClient

beforeEach(async () => {
  await api.reset()
  admin = await api.as('admin')
})

async function makeStation(code: string, more: Json = {}): Promise<string> {
  const body = { code, name: { en: `Station ${code}` }, timezone: 'Asia/Nicosia', city: 'Paphos', ...more }
  const made = await admin.post('/stations', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return String(made.body['id'])
}

const move = (id: string, city: string) => admin.patch(`/stations/${id}`, { city }, { ifMatch: '*' })
const remove = (id: string) => admin.delete(`/stations/${id}`, { ifMatch: '*' })
const preview = async (body: Json) => (await admin.post('/bulk/stations/preview', body)).body
const start = (body: Json) => admin.post('/bulk/stations', { action: 'delete', ...body })
const IN_PAPHOS = { filter: { city: 'Paphos' } }

async function codesLeft(): Promise<string[]> {
  await workOff(api)
  const { rows } = await admin.list('stations', { sort: ['code', 'ASC'] })
  return rows.map(({ code }) => String(code))
}

/** Completes a task and returns its rows. */
async function rowsOf(task: Json): Promise<Json[]> {
  expect(await workOff(api)).toEqual([])
  return (await admin.get(`/tasks/${String(task['id'])}/rows`)).rows
}

describe('bulk operation by filter', () => {
  test('is refused when another record has replaced one that was shown', async () => {
    const leaving = await makeStation('A1')
    await makeStation('A2')
    const { count, digest } = await preview(IN_PAPHOS)
    expect(count).toBe(2)
    await move(leaving, 'Limassol')
    await makeStation('A3')
    expect(await start({ ...IN_PAPHOS, expected: count, digest })).toMatchObject({
      status: 409,
      body: {
        code: 'selection_changed',
        detail: 'Other records match now, 2 as before. Check the new selection and try again.',
      },
    })
    expect(await codesLeft()).toEqual(['A1', 'A2', 'A3'])
    const again = await preview(IN_PAPHOS)
    expect(await start({ ...IN_PAPHOS, expected: again['count'], digest: again['digest'] })).toMatchObject({
      status: 202,
      body: { total: 2 },
    })
    expect(await codesLeft()).toEqual(['A1'])
  })

  test('is accepted when a shown record or another record has changed', async () => {
    const shown = await makeStation('A1')
    const other = await makeStation('B1', { city: 'Limassol' })
    const { digest } = await preview(IN_PAPHOS)
    await admin.patch(`/stations/${shown}`, { name: { en: 'Renamed' } }, { ifMatch: '*' })
    await remove(other)
    expect(await start({ ...IN_PAPHOS, digest })).toMatchObject({ status: 202, body: { total: 1 } })
  })

  test('is refused with both numbers when fewer or more records match than expected', async () => {
    const first = await makeStation('A1')
    await makeStation('A2')
    const { digest } = await preview(IN_PAPHOS)
    await makeStation('A3')
    const refused = (detail: string) => ({ status: 409, body: { code: 'selection_changed', detail } })
    const remedy = 'Check the new selection and try again.'
    expect(await start({ ...IN_PAPHOS, expected: 2, digest })).toMatchObject(
      refused(`3 records match now; the list showed 2. ${remedy}`),
    )
    expect(await start({ ...IN_PAPHOS, digest })).toMatchObject(refused(`Other records match now. ${remedy}`))
    expect(await start({ ...IN_PAPHOS, expected: 4 })).toMatchObject(
      refused(`3 records match now; the list showed 4. ${remedy}`),
    )
    await remove(first)
    await move(String((await admin.list('stations')).rows[0]?.['id']), 'Limassol')
    expect(await start({ ...IN_PAPHOS, expected: 2, digest })).toMatchObject(
      refused(`1 record matches now; the list showed 2. ${remedy}`),
    )
    expect(await codesLeft()).toEqual(['A2', 'A3'])
  })

  test('is refused as changed when none of the shown records matches', async () => {
    const only = await makeStation('A1')
    const { count, digest } = await preview(IN_PAPHOS)
    await move(only, 'Limassol')
    expect(await preview(IN_PAPHOS)).toMatchObject({ count: 0 })
    expect(await start({ ...IN_PAPHOS, expected: count, digest })).toMatchObject({
      status: 409,
      body: { code: 'selection_changed' },
    })
    expect(await start(IN_PAPHOS)).toMatchObject({ status: 422 })
  })

  test('does not change the excluded records', async () => {
    await makeStation('A1')
    const excepted = await makeStation('A2')
    await makeStation('A3')
    const chosen = { ...IN_PAPHOS, except_ids: [excepted] }
    const { count, digest } = await preview(chosen)
    expect(count).toBe(2)
    expect(await start({ ...IN_PAPHOS, digest })).toMatchObject({ status: 409 })
    expect(await start({ ...chosen, expected: count, digest })).toMatchObject({ status: 202, body: { total: 2 } })
    expect(await codesLeft()).toEqual(['A2'])
  })

  test('has no digest when more records match than one operation may change', async () => {
    await sql`
      insert into stations (id, code, name, timezone)
      select gen_random_uuid(), 'S' || place, '{"en": "Stop"}'::jsonb, 'Asia/Nicosia'
      from generate_series(0, ${BULK_MAX_RECORDS}::int) as place`.execute(api.db)
    expect(await preview({ filter: {} })).toEqual({ count: BULK_MAX_RECORDS + 1, digest: null })
    expect(await start({ filter: {}, expected: BULK_MAX_RECORDS + 1 })).toMatchObject({ status: 422 })
  })

  test('is previewed by roles that may read the list only, with a filter that they may use', async () => {
    const viewer = await api.as('viewer')
    expect(await viewer.post('/bulk/stations/preview', { filter: {} })).toMatchObject({ status: 200 })
    expect(await viewer.post('/bulk/users/preview', { filter: {} })).toMatchObject({ status: 403 })
    expect(await admin.post('/bulk/stations/preview', { filter: { nope: 1 } })).toMatchObject({ status: 422 })
    expect(await admin.post('/bulk/stations/preview', {})).toMatchObject({ status: 422 })
    const unknown = await admin.post('/bulk/spaceships/preview', { filter: {} })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(unknown.body['detail']).toMatch(/^\/path\/resource: Must be one of: stations, /)
  })

  test('accepts a digest and exclusions only with a filter', async () => {
    const ids = [await makeStation('A1')]
    expect(await start({ ids, digest: 'x' })).toMatchObject({ status: 422 })
    expect(await start({ ids, except_ids: ids })).toMatchObject({ status: 422 })
  })
})

describe('bulk operation on chosen records', () => {
  test('acts on their current state, and names those that were deleted', async () => {
    const ids = [await makeStation('A1'), await makeStation('A2'), await makeStation('A3')]
    await remove(ids[0] ?? '')
    const started = await start({ ids, action: 'change', changes: { city: 'Larnaca' } })
    await move(ids[1] ?? '', 'Limassol')
    await remove(ids[2] ?? '')
    const rows = await rowsOf(started.body)
    expect(rows.map(({ label, outcome }) => [label, outcome])).toEqual([
      ['A1', 'refused'],
      ['A2', 'updated'],
      ['A3', 'refused'],
    ])
    expect(rows[2]?.['problem']).toEqual({ code: 'not_found', detail: 'This record has been deleted.' })
    expect((await admin.get(`/stations/${String(ids[1])}`)).body['city']).toBe('Larnaca')
  })

  test('names the refused records, and does not repeat the name in the reason', async () => {
    const used = await makeStation('HUB')
    await makeStation('HUB-1', { parent_station_id: used })
    const [row] = await rowsOf((await start({ ids: [used] })).body)
    expect(row).toMatchObject({
      label: 'HUB',
      outcome: 'refused',
      problem: {
        code: 'still_referenced',
        detail: 'This record is still in use. Remove or change what uses it first, or deactivate it instead.',
      },
    })
  })
})

test('preview of a deletion names a chosen record that was deleted, and counts the others', async () => {
  const ids = [await makeStation('A1'), await makeStation('A2')]
  await remove(ids[0] ?? '')
  expect(await admin.post('/deletions/stations/preview', { ids })).toMatchObject({
    status: 200,
    body: { free: 1, refused: [{ id: ids[0], label: 'A1', problem: { code: 'not_found' } }] },
  })
})
