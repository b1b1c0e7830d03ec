import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import type { Role } from '../../contract/core/vocabulary'
import { xlsxOf, type SheetCell } from '../../server/documents/xlsx'
import { useApi, type Json, type NearClient } from '../support/api'
import { workOff } from '../support/work'

const api = useApi()

let client: NearClient
beforeEach(async () => {
  await api.reset()
  client = await api.as('admin')
})

const work = async () => expect(await workOff(api)).toEqual([])

async function send(resource: string, content: string | Buffer, name = 'file.csv', by = client): Promise<Json> {
  const mark = 'x-boundary-x'
  const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${mark}--\r\n`)])
  const answer = await by.send(`/imports/${resource}`, payload, `multipart/form-data; boundary=${mark}`)
  return { ...answer.body, status: answer.status }
}

/** Imports a file with its guessed columns. @returns the completed task */
async function run(resource: string, sheet: Json, more: Json = {}): Promise<Json> {
  const body = { columns: sheet['columns'], ...more }
  const started = await client.post(`/imports/${resource}/${String(sheet['id'])}/start`, body)
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  await work()
  return (await client.get(`/tasks/${String(started.body['id'])}`)).body
}

const refused = async (task: Json) =>
  (await client.get(`/tasks/${String(task['id'])}/rows?filter={"outcome":"refused"}`)).rows.map((row) => ({
    line: row['line'],
    errors: (row['problem'] as { errors: { pointer: string; code: string }[] }).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    ),
  }))

const STATIONS = `Code;Name;Bezeichnung (fr);Zeitzone;Kind;Ort;Wheelchair
lca;Larnaca Airport;Aéroport;Asia/Nicosia;Flughafen;Larnaka;x
pfo;Paphos Airport;;Asia/Nicosia;airport;Pafos;
LCA;Twice;;Asia/Nicosia;stop;;
;No code;;Asia/Nicosia;stop;;
nic;Nicosia;;Mars/Base;spaceport;;
`

describe('an import', () => {
  test('guesses columns in any language, and lists every fault by line and field in a dry run', async () => {
    const sheet = await send('stations', Buffer.from(STATIONS, 'latin1'))
    expect(sheet).toMatchObject({
      status: 201,
      header: ['Code', 'Name', 'Bezeichnung (fr)', 'Zeitzone', 'Kind', 'Ort', 'Wheelchair'],
      columns: ['code', 'name', null, 'timezone', 'kind', 'city', null],
      row_count: 5,
      key: 'code',
    })
    expect((sheet['rows'] as string[][])[0]).toContain('Aéroport')
    const columns = ['code', 'name', 'name.fr', 'timezone', 'kind', 'city', null]
    const task = await run('stations', { ...sheet, columns }, { dry_run: true })
    expect(task).toMatchObject({
      state: 'succeeded',
      is_trial: true,
      counts: { created: 2, refused: 3 },
      undo_until: null,
    })
    expect(await refused(task)).toEqual([
      { line: 4, errors: ['/code already_exists'] },
      { line: 5, errors: ['/code required'] },
      { line: 6, errors: ['/kind choice', '/timezone time_zone'] },
    ])
    expect((await client.list('stations')).rows).toEqual([])
    const file = await client.readText(`/tasks/${String(task['id'])}/rejected`, undefined, { 'accept-language': 'de' })
    const [header = [], ...rows] = parse(file, { bom: true })
    expect(header.slice(-2)).toEqual(['Zeile', 'Problem und Lösung'])
    expect(rows.map((row) => [row[1], row[7]])).toEqual([
      ['Twice', '4'],
      ['No code', '5'],
      ['Nicosia', '6'],
    ])
    expect(rows[1]?.[8]).toContain('Code: ')
    expect(rows[2]?.[8]).toContain('Geben Sie eine Zeitzone ein')
  })

  test('writes valid rows, changes known ones, and is undone except for records that changed since', async () => {
    await client.post('/stations', { code: 'PFO', name: { en: 'Old', de: 'Alt' }, timezone: 'Asia/Nicosia' })
    const sheet = await send('stations', STATIONS)
    const task = await run('stations', sheet)
    expect(task).toMatchObject({ counts: { created: 1, updated: 1, refused: 3 } })
    const { rows } = await client.list('stations', { sort: ['code', 'ASC'] })
    expect(rows).toMatchObject([
      { code: 'LCA', name: { en: 'Larnaca Airport' }, kind: 'airport', city: 'Larnaka' },
      { code: 'PFO', name: { en: 'Paphos Airport', de: 'Alt' }, kind: 'airport', city: 'Pafos' },
    ])
    const undone = await client.post(`/tasks/${String(task['id'])}/undo`)
    await work()
    expect((await client.get(`/tasks/${String(undone.body['id'])}`)).body).toMatchObject({
      state: 'succeeded',
      counts: { deleted: 1, restored: 1 },
    })
    const left = await client.list('stations')
    expect(left.rows).toMatchObject([{ code: 'PFO', name: { en: 'Old', de: 'Alt' }, kind: 'stop', city: null }])
  })

  test('only creates or only updates on request', async () => {
    await client.post('/stations', { code: 'AA', name: { en: 'A' }, timezone: 'Asia/Nicosia' })
    const file = 'code,name,timezone,latitude,longitude\nAA,New A,Asia/Nicosia\nBB,B,Asia/Nicosia,34.875,"33,625"\n'
    const create = await run('stations', await send('stations', file), { mode: 'create', dry_run: true })
    expect(await refused(create)).toEqual([{ line: 2, errors: ['/code already_exists'] }])
    const update = await run('stations', await send('stations', file), { mode: 'update', dry_run: true })
    expect(await refused(update)).toEqual([{ line: 3, errors: ['/code not_found'] }])
    await run('stations', await send('stations', file))
    expect((await client.list('stations', { filter: { code: 'BB' } })).rows).toMatchObject([
      { latitude: 34.875, longitude: 33.625 },
    ])
  })

  test('reads references of the other columns of a fleet, dates, amounts, lists and Booleans', async () => {
    await client.post('/vehicle-types', { code: 'COACH', name: { en: 'Coach' }, seats: 50 })
    const vehicles = await send(
      'vehicles',
      '\uFEFFfleet_code\tregistration_plate\tvehicle_type_id\tinspection_expires_on\tyear\nc-1\tABC 123\tcoach\t31.12.2027\t2,020\nc-2\tABC 124\tnone\t2027-12-31\tabc\n',
    )
    const task = await run('vehicles', vehicles)
    expect(await refused(task)).toEqual([{ line: 3, errors: ['/vehicle_type_id reference', '/year number'] }])
    expect((await client.list('vehicles')).rows[0]).toMatchObject({
      fleet_code: 'C-1',
      inspection_expires_on: '2027-12-31',
      year: 2020,
    })
    const addons =
      'code,name,amount_minor,currency,tax_rate_bp,mandatory,service_kinds\nBAG,Bag,"12,50",eur,9%,nein,"shuttle; scheduled"\n'
    expect(await run('addons', await send('addons', addons))).toMatchObject({ counts: { created: 1 } })
    expect((await client.list('addons')).rows[0]).toMatchObject({
      amount_minor: 1250,
      currency: 'EUR',
      tax_rate_bp: 900,
      mandatory: false,
      service_kinds: ['shuttle', 'scheduled'],
    })
    const seasons = 'code,name,date_ranges\nSUMMER,Summer,"2026-06-01/2026-08-31, 2027-06-01/2027-08-31"\n'
    expect(await run('seasons', await send('seasons', seasons))).toMatchObject({ counts: { created: 1 } })
  })

  const FORMULA = `x;=1+1,"-2";\n@A1`
  const EXPORTED: Readonly<Record<string, Json[]>> = {
    stations: [
      {
        code: 'LCA',
        name: { en: '+1', fr: "'=1+1", mk: '-2' },
        boarding_instructions: { en: FORMULA, ae: '=1' },
        timezone: 'Asia/Nicosia',
        city: "'-5",
        external_refs: [{ scheme: 'a', value: '=b;=c' }],
      },
    ],
    staff: ['-5', "'-5", 'ab', 'AB'].map((employee_no) => ({
      employee_no,
      first_name: '＝A',
      last_name: '@B',
      roles: ['driver'],
      licence_expires_on: '2027-12-01',
    })),
    customers: [{ last_name: '=1+1', phone: '+35799123456', notes: `  ${FORMULA} `, tags: ['a, b', '=c', "'=d"] }],
    seasons: [
      { code: 'SUM', name: { en: '-' }, date_ranges: [{ from: '2027-01-01', to: '2027-02-01' }], priority: -3 },
    ],
    addons: [{ code: 'BAG', name: { en: "'@bag" }, amount_minor: 1250, currency: 'JPY', tax_rate_bp: 2_100 }],
  }

  test.each(
    Object.keys(EXPORTED).flatMap((resource) =>
      ['csv', 'xlsx'].flatMap((format) => ['en', 'fr'].map((language) => [resource, format, language] as const)),
    ),
  )('of the %s that an export wrote as %s in language %s changes nothing', async (resource, format, language) => {
    const records = EXPORTED[resource] ?? []
    for (const record of records) expect((await client.post(`/${resource}`, record)).status).toBe(201)
    const before = (await client.list(resource)).rows
    const fields = Object.keys(records[0] ?? {}).filter((field) => field !== 'currency')
    // Without ids, records are matched by their keys; customers have none.
    const known = resource === 'customers' ? ['id', ...fields] : fields
    const units: Json = { amount_minor: { as: 'money', currency: 'currency' }, tax_rate_bp: { as: 'percent' } }
    const body = { columns: known.map((field) => ({ field, ...(units[field] as Json | undefined) })), format }
    const file = await client.readBytes(`/exports/${resource}`, body, { 'accept-language': language })
    const task = await run(resource, await send(resource, file, `file.${format}`))
    expect(task).toMatchObject({ counts: { unchanged: records.length } })
    expect((await client.list(resource)).rows).toEqual(before)
  })

  test('distinguishes keys that differ only in case when both exist, and otherwise treats them as one', async () => {
    const person = { first_name: 'A', last_name: 'B', roles: ['driver'] }
    for (const employee_no of ['ab', 'AB', 'CD']) await client.post('/staff', { ...person, employee_no })
    const table = 'employee_no,first_name\nAB,Upper\nab,Lower\ncd,First\nCD,Second\n'
    const task = await run('staff', await send('staff', table))
    expect(task).toMatchObject({ counts: { updated: 3, refused: 1 } })
    expect(await refused(task)).toEqual([{ line: 5, errors: ['/employee_no already_exists'] }])
    const { rows } = await client.list('staff', { sort: ['first_name', 'ASC'] })
    expect(rows.map((row) => [row['employee_no'], row['first_name']])).toEqual([
      ['cd', 'First'],
      ['ab', 'Lower'],
      ['AB', 'Upper'],
    ])
  })

  test('reads the dates of a column in the order that its values show, and reports the order', async () => {
    await client.post('/vehicle-types', { code: 'COACH', name: { en: 'Coach' }, seats: 50 })
    const table = (first: string) =>
      `fleet_code,registration_plate,vehicle_type_id,inspection_expires_on,insurance_expires_on\n` +
      `C-1,AB 1,COACH,12/01/2027,12/01/2027\nC-2,AB 2,COACH,${first},01/12/2027\n`
    const dates = async () =>
      (await client.list('vehicles', { sort: ['fleet_code', 'ASC'] })).rows.map((row) => [
        row['inspection_expires_on'],
        row['insurance_expires_on'],
      ])
    const ambiguous = { code: 'dates_ambiguous', line: 2, count: 2, column: 'insurance_expires_on' }
    const american = await send('vehicles', table('12/31/2027'))
    expect(american['notes']).toEqual([
      { code: 'dates_month_first', line: 2, count: 2, column: 'inspection_expires_on' },
      ambiguous,
    ])
    expect(await run('vehicles', american)).toMatchObject({ counts: { created: 2 } })
    expect(await dates()).toEqual([
      ['2027-12-01', '2027-01-12'],
      ['2027-12-31', '2027-12-01'],
    ])
    const european = await send('vehicles', table('31/12/2027'))
    expect(european['notes']).toEqual([
      { code: 'dates_day_first', line: 2, count: 2, column: 'inspection_expires_on' },
      ambiguous,
    ])
    expect(await run('vehicles', european)).toMatchObject({ counts: { updated: 1, unchanged: 1 } })
    expect((await dates()).map(([inspection]) => inspection)).toEqual(['2027-01-12', '2027-12-31'])
  })

  test('reads the percentages of a workbook as its cells display them', async () => {
    const file = readFileSync(new URL('../support/odd/workbooks/percent-cells.xlsx', import.meta.url))
    const task = await run('addons', await send('addons', file, 'addons.xlsx'))
    expect(task).toMatchObject({ counts: { created: 3 } })
    const { rows } = await client.list('addons', { sort: ['code', 'ASC'] })
    expect(rows.map((row) => [row['percent_bp'], row['tax_rate_bp']])).toEqual([
      [1_000, 2_100],
      [500, 1_000],
      [10_000, 0],
    ])
  })

  test('keeps every row of a file with mixed line endings', async () => {
    const text = 'Last name,First name,Phone\r\nMüller,Jörg,+4915112345678\nÖzgür,Ayşe,+905321234567\n'
    const task = await run('customers', await send('customers', text))
    expect(task).toMatchObject({ counts: { created: 2 } })
    expect((await client.list('customers', { sort: ['last_name', 'ASC'] })).rows).toMatchObject([
      { last_name: 'Müller', phone: '+4915112345678' },
      { last_name: 'Özgür', phone: '+905321234567' },
    ])
  })

  test.each([
    ['sep=;\r\n', { code: 'separator_line', line: 1, count: 1 }, 3],
    ['"Customers";"Export of 26.11.2026"\r\n\r\n', { code: 'title_rows', line: 1, count: 1 }, 4],
    ['Customers, printed by Ana\r\n', { code: 'title_rows', line: 1, count: 1 }, 3],
  ])('finds the headings below %j, with a note and the lines of the file', async (before, note, firstLine) => {
    const table = 'Last name;First name;Phone\r\nMüller;Jörg;123\r\n;;\r\nÖzgür;Ayşe;+905321234567\r\n;;\r\n'
    const sheet = await send('customers', `\uFEFF${before}${table}`)
    const notes = [{ code: 'blank_rows', line: firstLine + 1, count: 2 }, note]
    expect(sheet).toMatchObject({
      columns: ['last_name', 'first_name', 'phone'],
      row_count: 2,
      notes: expect.arrayContaining(notes) as unknown,
    })
    const task = await run('customers', sheet)
    expect(task).toMatchObject({ counts: { created: 1, refused: 1 } })
    expect(await refused(task)).toMatchObject([{ line: firstLine }])
  })

  const HEADER = ['Last name', 'First name', 'Notes']
  const ROWS = [
    ['Müller', 'Jörg', 'Berlin'],
    ['Smith', ' John', 'Jr.', 'London'],
    ['Özgür', 'Ayşe', '', '', ' '],
    ['Short'],
  ]
  const asCsv = () => [HEADER, ...ROWS].map((cells) => `${cells.join(';')}\n`).join('')
  const asXlsx = () => {
    async function* pages(): AsyncGenerator<SheetCell[][]> {
      yield ROWS
    }
    return buffer(xlsxOf(HEADER, pages(), new Date(0)))
  }

  test.each([
    ['csv', asCsv],
    ['xlsx', asXlsx],
  ])('refuses a row of a %s file with more cells than the header and returns it whole', async (type, made) => {
    const sheet = await send('customers', await made(), `customers.${type}`)
    expect(sheet).toMatchObject({ row_count: 4, notes: [] })
    const task = await run('customers', sheet)
    expect(task).toMatchObject({ state: 'succeeded', counts: { created: 3, refused: 1 } })
    const { rows } = await client.get(`/tasks/${String(task['id'])}/rows?filter={"outcome":"refused"}`)
    const detail =
      'Line 3 has 4 cells and the header has 3. Quote values that contain the separator, or give every column a heading.'
    expect(rows).toMatchObject([
      { line: 3, problem: { code: 'validation', detail, errors: [{ pointer: '', code: 'extra_cells', detail }] } },
    ])
    const customers = await client.list('customers', { sort: ['last_name', 'ASC'] })
    expect(customers.rows.map((row) => [row['last_name'], row['first_name'], row['notes']])).toEqual([
      ['Müller', 'Jörg', 'Berlin'],
      ['Short', null, null],
      ['Özgür', 'Ayşe', null],
    ])
    const path = `/tasks/${String(task['id'])}/rejected`
    const rejected = async (language: string) =>
      parse(await client.readText(path, undefined, { 'accept-language': language }), {
        bom: true,
        relax_column_count: true,
      })[1]
    expect(await rejected('en')).toEqual(['Smith', ' John', 'Jr.', '3', detail, 'London'])
    expect((await rejected('de'))?.[4]).toMatch(/^Diese Zeile hat mehr Zellen als die Kopfzeile\./)
  })

  test('reports values in columns without a heading, and ignores empty trailing columns', async () => {
    const sheet = await send('customers', 'Last name;;City;;\nA;;Bonn;;\nB;x;Bonn;;\nC;y;Bonn;;\nD;;Bonn;z;\n')
    expect(sheet).toMatchObject({
      header: ['Last name', '', 'City'],
      notes: [{ code: 'unnamed_columns', line: 3, count: 2 }],
    })
    expect(await refused(await run('customers', sheet))).toEqual([{ line: 5, errors: [' extra_cells'] }])
  })

  test('is refused as a whole when the file is invalid, or without the permission', async () => {
    expect(await send('stations', '')).toMatchObject({ status: 422 })
    expect(await send('stations', 'code,name\n')).toMatchObject({ status: 422 })
    const unread = ['PK\u0003\u0004 not a zip', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'code\n\u0000', '<html></html>']
    for (const content of unread)
      expect(await send('stations', content)).toMatchObject({ status: 422, code: 'file_unreadable' })
    for (const role of ['viewer', 'agent'] as Role[])
      expect(await send('stations', 'code\nAA\n', 'x.csv', await api.as(role))).toMatchObject({ status: 403 })
    const sheet = await send('stations', 'code,name\nAA,A\n')
    const path = `/imports/stations/${String(sheet['id'])}/start`
    expect(await client.post(path, { columns: ['code', 'code'] })).toMatchObject({ status: 422 })
    expect(await client.post(path, { columns: ['nope', null] })).toMatchObject({ status: 422 })
    expect(await (await api.as('manager')).post(path, { columns: ['code', null] })).toMatchObject({ status: 404 })
  })
})
