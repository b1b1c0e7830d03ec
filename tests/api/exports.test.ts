import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { BULK_MAX_RECORDS } from '../../contract/core/limits/tasks'
import { unescapeCell } from '../../contract/core/csv'
import { PAYLOADS } from '../support/e2e/payloads'
import { useApi, type Client, type Json } from '../support/api'
import { READINGS, cellsOf, isFormula } from '../support/odd/spreadsheet-readings'

const api = useApi()

let admin: Client

const read = async (
  resource: string,
  body: Json = {},
  role: Parameters<typeof api.as>[0] = 'admin',
  language = 'en',
) => {
  const token = await api.as(role)
  return token.readText(`/exports/${resource}`, body, { 'accept-language': language })
}
const rowsOf = (file: string): Json[] => parse(file, { bom: true, columns: true })

beforeAll(async () => {
  admin = await api.as('admin')
  for (let index = 0; index < 1_203; index += 1)
    await api.db
      .insertInto('stations')
      .values({
        id: `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`,
        code: `S-${index}`,
        name: JSON.stringify({ en: `Stop ${index % 7}`, fr: `Arrêt ${index % 5}` }),
        timezone: 'Asia/Nicosia',
        city: index % 3 === 0 ? null : `City ${index % 4}`,
        created_at: `2026-03-29T00:${String(index % 60).padStart(2, '0')}:00.123456Z`,
      })
      .execute()
})

describe('an export', () => {
  test.each([
    ['id', 'ASC'],
    ['id', 'DESC'],
    ['code', 'ASC'],
    ['name', 'DESC'],
    ['city', 'ASC'],
    ['city', 'DESC'],
    ['created_at', 'DESC'],
  ] as const)('contains every row once, in the order of the list: %s %s', async (field, order) => {
    const rows = rowsOf(await read('stations', { sort: [field, order], columns: [{ field: 'id' }] }, 'admin', 'fr'))
    const listed: unknown[] = []
    for (let from = 0; from < 1_203; from += 200) {
      const sort = [field, order] as [string, 'ASC' | 'DESC']
      const headers = { 'accept-language': 'fr' }
      const query = `sort=${JSON.stringify(sort)}&range=[${from},${from + 199}]`
      listed.push(...(await admin.get(`/stations?${query}`, { headers })).rows.map((row) => row['id']))
    }
    expect(rows.map((row) => row['id'])).toEqual(listed)
  })

  test('is sorted by Boolean fields as well', async () => {
    for (const [index, blocked] of [true, false, true, false].entries())
      await admin.post('/customers', {
        last_name: `P${index}`,
        is_blocked: blocked,
        ...(blocked && { blocked_reason: 'x' }),
      })
    const rows = rowsOf(await read('customers', { sort: ['is_blocked', 'ASC'], columns: [{ field: 'is_blocked' }] }))
    expect(rows.map((row) => row['is_blocked'])).toEqual(['false', 'false', 'true', 'true'])
  })

  test('contains the filtered rows and requested columns, with labels, names, amounts and the time zone', async () => {
    const parent = await admin.post('/stations', {
      code: 'HUB',
      name: { en: 'Hub', fr: 'Pôle' },
      timezone: 'Asia/Nicosia',
    })
    await admin.post('/stations', {
      code: 'HUB-1',
      name: { en: '=HYPERLINK("x")', fr: '+1' },
      timezone: 'Asia/Nicosia',
      parent_station_id: parent.body['id'],
      contact_phone: '+35722123456',
    })
    const file = await read(
      'stations',
      {
        filter: { parent_station_id: parent.body['id'] },
        timezone: 'Asia/Nicosia',
        columns: [
          { field: 'name', label: 'Nom, en bref' },
          { field: 'status', words: { active: 'En service' } },
          { field: 'parent_station_id', reference: 'stations' },
          { field: 'contact_phone' },
          { field: 'created_at', label: 'Créé' },
        ],
      },
      'admin',
      'fr',
    )
    expect(
      file.startsWith('\uFEFF"Nom, en bref (fr)",status,parent_station_id,contact_phone,Créé (Asia/Nicosia)\r\n'),
    ).toBe(true)
    const [row] = rowsOf(file)
    expect(row).toMatchObject({
      'Nom, en bref (fr)': "'+1",
      status: 'En service',
      parent_station_id: 'HUB',
      contact_phone: "'+35722123456",
    })
    expect(row?.['Créé (Asia/Nicosia)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
    await admin.post('/addons', {
      code: 'BAG',
      name: { en: 'Bag' },
      amount_minor: 1250,
      currency: 'EUR',
      tax_rate_bp: 950,
    })
    const columns = [
      { field: 'amount_minor', as: 'money', currency: 'currency' },
      { field: 'tax_rate_bp', as: 'percent' },
    ]
    expect(rowsOf(await read('addons', { columns }))).toEqual([{ amount_minor: '12.5', tax_rate_bp: '9.5' }])
  })

  test('keeps the value of a field that is not an id when its name is requested', async () => {
    const columns = [{ field: 'code', reference: 'mails', label: 'code' }]
    const [row] = rowsOf(await read('stations', { filter: { q: 'S-7' }, sort: ['code', 'ASC'], columns }))
    expect(row).toEqual({ code: 'S-7' })
  })

  test('keeps a value that is also the name of a member of every object', async () => {
    await admin.post('/stations', { code: 'ODD', name: { en: 'Odd' }, city: 'constructor', timezone: 'Asia/Nicosia' })
    const columns = [{ field: 'city', words: {} }]
    expect(rowsOf(await read('stations', { filter: { code: 'ODD' }, columns }))).toEqual([{ city: 'constructor' }])
  })

  test('R-180 contains every payload in a cell of its own, as text that no spreadsheet computes', async () => {
    const tag = 'payloads'
    for (const text of PAYLOADS) {
      const made = await admin.post('/customers', { last_name: 'P', notes: text, tags: [tag] })
      expect(made.status).toBe(201)
    }
    const body = { filter: { tags: [tag] }, sort: ['id', 'ASC'], columns: [{ field: 'notes' }] }
    const file = await read('customers', body)
    expect(rowsOf(file).map((row) => unescapeCell(String(row['notes'])))).toEqual(PAYLOADS)
    for (const reading of READINGS) expect(cellsOf(file, reading).filter(isFormula)).toEqual([])
  })

  test('contains the selected records that the filter finds, or all but the deselected ones, in the order of the list', async () => {
    const ids = [1, 4, 8, 700, 1_200].map((index) => `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`)
    const columns = [{ field: 'code' }]
    const codes = async (body: Json) => rowsOf(await read('stations', { columns, ...body })).map((row) => row['code'])
    expect(await codes({ ids, sort: ['city', 'DESC'] })).toEqual(['S-1200', 'S-1', 'S-700', 'S-8', 'S-4'])
    expect(await codes({ ids, filter: { city: 'City 0' } })).toEqual(['S-700', 'S-8', 'S-4'])
    const all = await codes({ filter: { city: 'City 0' } })
    const left = await codes({ filter: { city: 'City 0' }, except_ids: ids })
    expect(left).toEqual(all.filter((code) => !['S-4', 'S-8', 'S-700'].includes(String(code))))
    expect(await codes({ filter: { city: 'City 0' }, except_ids: [] })).toEqual(all)
    expect(await codes({ ids: [crypto.randomUUID()] })).toEqual([])
  })

  test('is refused with both selected and deselected records, or with more than one operation allows', async () => {
    const id = '0190aaaa-0000-7000-8000-000000000001'
    const refused = async (body: Json) => (await admin.post('/exports/stations', body)).body
    expect(await refused({ ids: [id], except_ids: [id] })).toMatchObject({ errors: [{ pointer: '/ids' }] })
    expect(await refused({ ids: [] })).toMatchObject({ errors: [{ pointer: '/ids' }] })
    expect(await refused({ ids: Array.from({ length: BULK_MAX_RECORDS + 1 }, () => id) })).toMatchObject({
      errors: [{ pointer: '/ids' }],
    })
  })

  test('is in the history with its number of rows', async () => {
    await read('seasons')
    const { rows } = await admin.list('audit-events', { filter: { action: 'seasons.exported' } })
    expect(rows[0]).toMatchObject({
      actor_kind: 'user',
      changes: expect.arrayContaining([{ field: 'rows', old: null, new: 0 }]) as unknown,
    })
  })

  test('is refused without permission or with unknown fields, before anything is sent', async () => {
    expect(await (await api.as('agent')).post('/exports/users', {})).toMatchObject({ status: 403 })
    expect(await admin.post('/exports/users', { columns: [{ field: 'password_hash' }] })).toMatchObject({ status: 422 })
    expect(await admin.post('/exports/stations', { filter: { nope: 1 } })).toMatchObject({ status: 422 })
    expect(await admin.post('/exports/stations', { sort: ['address', 'ASC'] })).toMatchObject({ status: 422 })
  })
})
