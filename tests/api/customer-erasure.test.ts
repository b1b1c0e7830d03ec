import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromBuffer, type Entry } from 'yauzl'
import { eraseAgain } from '../../server/features/customers/erasure'
import { personalData } from '../../server/features/customers/personal-data'
import { useApi, type Json } from '../support/api'
import { ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
beforeEach(api.reset)

const EMPTY = { pieces: [{ denomination_minor: 100, pieces: 0 }] }
const NAME = 'Zenobia Quillfeather'
const EMAIL = 'zenobia.q@example.com'
const PHONE = '+34600987654'
const TRACES = ['zenobia', 'quillfeather', 'q@example', '600987654', 'wheel chair by the door', 'Orlando Brimblecombe']

/** Finds every row of every table that contains one of the words, in any case. */
async function findWords(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'`.execute(api.db)
  const found: string[] = []
  for (const { name } of tables)
    for (const word of words) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where t::text ilike ${`%${word}%`}`.execute(api.db)
      found.push(...rows.map(({ row }) => `${name}: ${word}: ${row.slice(0, 200)}`))
    }
  return found
}

/** Creates a customer with travel, mails, a waiting list entry, a cancellation and changes. */
async function createTraveller(): Promise<Json> {
  await desk.at('2030-05-17T04:00:00Z')
  const customer = await make(desk.admin, 'customers', {
    first_name: 'Zenobia',
    last_name: 'Quillfeather',
    email: EMAIL,
    phone: PHONE,
    notes: 'wheel chair by the door',
    tags: ['friend of Zenobia'],
  })
  const journey = await make(desk.admin, 'journeys', { capacity: 9 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  const lead = { lead_name: NAME, lead_email: EMAIL, lead_phone: PHONE, customer_id: customer['id'] }
  const party = [{ category: 'adult', name: 'Orlando Brimblecombe' }]
  await desk.book(journey, 1, { ...lead, passengers: party, paid_minor: 1000, payment_method: 'cash' })
  const { body: two } = await desk.book(journey, 1, { ...lead, passengers: party })
  await desk.step(two, 'amend', { legs: [ride(journey, 2, 3)], reason: 'From the roundabout' })
  await desk.admin.patch(`/reservations/${String(two['id'])}`, { internal_notes: `Call ${NAME}` }, { ifMatch: '*' })
  await desk.admin.post(
    `/reservations/${String(two['id'])}/cancel`,
    { reason: `${NAME} is ill` },
    { headers: { 'if-match': '*' } },
  )
  const till = await make(desk.admin, 'tills')
  const { body: session } = await desk.admin.post(`/tills/${String(till['id'])}/open`, EMPTY)
  const step = (verb: string, body: Json) => desk.admin.post(`/till-sessions/${String(session['id'])}/${verb}`, body)
  await step('move', { amount_minor: 500, move: 'from_bank', reason: `Change for ${NAME}` })
  await step('count', EMPTY)
  await step('close', { reason: `${NAME} got too much` })
  await desk.admin.post(`/tills/${String(till['id'])}/open`, {
    pieces: [{ denomination_minor: 100, pieces: 1 }],
    reason: `${NAME} brought some back`,
  })
  // A failed job that still contains the name of the customer.
  await sql`
    insert into jobs (id, kind, payload, failed_at)
    select gen_random_uuid(), 'events.notifications', jsonb_build_object('events', jsonb_build_array(jsonb_build_object(
      'entry', jsonb_build_object('entity', jsonb_build_object('id', ${two['id']}::text), 'reason', ${`${NAME} is ill`}::text)
    ))), now()`.execute(api.db)
  await workOff(api)
  return customer
}

const filesOf = (zip: Buffer) =>
  new Promise<Map<string, string>>((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(error)
      const files = new Map<string, string>()
      archive.on('entry', (entry: Entry) =>
        archive.openReadStream(entry, (fault, stream) => {
          if (fault) return reject(fault)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
            archive.readEntry()
          })
        }),
      )
      archive.on('end', () => resolve(files))
      archive.readEntry()
    })
  })

const revenue = async () =>
  (
    await sql<Json>`select count(*)::int as n, sum(total_minor) as total, sum(paid_minor) as paid from reservations`.execute(
      api.db,
    )
  ).rows

describe('P-28 a customer', () => {
  it('has an export of all stored data, as JSON and CSV', async () => {
    const customer = await createTraveller()
    const answer = await desk.admin.get(`/customers/${String(customer['id'])}/personal-data`)
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = await filesOf(await personalData(api.db, String(customer['id']), api.now, () => Promise.resolve()))
    const actual = JSON.parse(files.get('personal-data.json') ?? '{}') as Record<string, Json[]>
    expect(actual['customers']).toMatchObject([{ email: EMAIL, notes: 'wheel chair by the door' }])
    expect(actual['reservations']).toHaveLength(2)
    expect(actual['passengers']?.map((row) => row['name'])).toEqual(['Orlando Brimblecombe', 'Orlando Brimblecombe'])
    expect(actual['messages']?.length).toBeGreaterThan(0)
    expect(actual['history']?.length).toBeGreaterThan(0)
    expect(files.get('reservations.csv')).toContain(EMAIL)
    expect((await (await api.as('viewer')).get(`/customers/${String(customer['id'])}/personal-data`)).status).toBe(403)
  })

  it('is in no table after the erasure, and the accounts do not change', async () => {
    const customer = await createTraveller()
    const path = `/customers/${String(customer['id'])}/erase`
    expect((await findWords(TRACES)).length).toBeGreaterThan(10)
    const open = await desk.admin.post(path, { reason: 'Asked by letter' })
    expect(open.body).toMatchObject({ code: 'invalid_state' })
    await desk.at('2030-06-30T04:00:00Z')
    const before = await revenue()
    const { status, body } = await desk.admin.post(path, { reason: 'Asked by letter' })
    expect([status, body['email'], body['phone'], body['notes']]).toEqual([200, null, null, null])
    expect(body['anonymised_at']).not.toBeNull()
    expect(await findWords(TRACES)).toEqual([])
    expect(await revenue()).toEqual(before)
    expect((await desk.admin.post(path, { reason: 'Again' })).body['code']).toBe('invalid_state')
    const history = await desk.admin.list('audit-events', { filter: { entity_id: customer['id'] } })
    expect(history.rows.map((row) => row['action'])).toEqual(
      expect.arrayContaining(['customers.created', 'customers.erased']),
    )
  })

  it('is in no exported list and no imported table after the erasure', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const admin = await api.as('admin')
    const mark = 'x-boundary-x'
    const table = `First name,Last name,E-mail,Phone\r\nZenobia,Quillfeather,${EMAIL},${PHONE}\r\nOther,Person,o@example.com,\r\n`
    const file = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${table}\r\n--${mark}--\r\n`
    const { body: sheet } = await admin.send(
      '/imports/customers',
      Buffer.from(file),
      `multipart/form-data; boundary=${mark}`,
    )
    await admin.post(`/imports/customers/${String(sheet['id'])}/start`, { columns: sheet['columns'] })
    expect(await workOff(api)).toEqual([])
    const { body: exported } = await admin.post('/exports/customers/tasks', {})
    expect(await workOff(api)).toEqual([])
    expect((await admin.readBytes(`/tasks/${String(exported['id'])}/file`)).toString()).toContain(EMAIL)
    expect((await findWords([EMAIL])).some((hit) => hit.startsWith('import_rows'))).toBe(true)

    const { body: begun } = await admin.post('/exports/audit-events/tasks', {})
    const [{ id } = {}] = (await admin.list('customers', { filter: { email: EMAIL } })).rows
    expect((await admin.post(`/customers/${String(id)}/erase`, { reason: 'Asked by letter' })).status).toBe(200)
    expect(await findWords(TRACES)).toEqual([])
    expect((await findWords(['o@example.com'])).some((hit) => hit.startsWith('import_rows'))).toBe(true)
    expect((await sql`select 1 from task_files`.execute(api.db)).rows).toEqual([])
    expect((await admin.get(`/tasks/${String(exported['id'])}/file`)).status).toBe(404)
    expect((await admin.get(`/tasks/${String(begun['id'])}`)).body).toMatchObject({ state: 'cancelled', file: null })
  })

  it('under a legal hold is not erased, and is erased by managers only', async () => {
    const customer = await createTraveller()
    await desk.at('2030-06-30T04:00:00Z')
    const path = `/customers/${String(customer['id'])}`
    await desk.admin.post(`${path}/legal-hold`, { legal_hold_reason: 'Case 12', reason: 'x' }, { ifMatch: '*' })
    expect((await desk.admin.post(`${path}/erase`, { reason: 'x' })).body['code']).toBe('invalid_state')
    expect((await (await api.as('agent')).post(`${path}/erase`, { reason: 'x' })).status).toBe(403)
  })

  it('is erased again after older data was restored', async () => {
    const customer = await createTraveller()
    const ledger = [
      { customer_id: String(customer['id']), at: '2030-06-30T04:00:00Z', by_name: 'Ana', reason: 'Letter' },
    ]
    expect(await eraseAgain(api.db, ledger, () => api.now)).toBe(1)
    expect(await findWords(TRACES)).toEqual([])
    expect(await eraseAgain(api.db, ledger, () => api.now)).toBe(0)
  })

  it('is erased without a change of stored keys that equal the name', async () => {
    await desk.at('2030-05-17T04:00:00Z')
    const { id } = await make(desk.admin, 'customers', { first_name: 'New', last_name: 'Old', company_name: 'Kind' })
    const path = `/customers/${String(id)}`
    await desk.admin.patch(path, { locale: 'de' }, { ifMatch: '*' })
    await desk.admin.post(`${path}/block`, { reason: 'Did not pay' }, { ifMatch: '*' })
    expect((await desk.admin.post(`${path}/erase`, { reason: 'Asked by letter' })).status).toBe(200)
    const { rows } = await desk.admin.list('audit-events', { filter: { entity_id: id } })
    const changed = rows.flatMap((row) => row['changes'] as Json[])
    expect(changed).toEqual(
      expect.arrayContaining([
        { field: 'locale', old: 'en', new: 'de' },
        { field: 'is_blocked', old: false, new: true },
        { field: 'blocked_reason', old: null, new: null },
      ]),
    )
  })

  it('is erased without loosening the append-only history for anything else', async () => {
    await createTraveller()
    await expect(sql`update audit_events set reason = 'x'`.execute(api.db)).rejects.toThrow(/append-only/)
    await expect(sql`delete from audit_events`.execute(api.db)).rejects.toThrow(/append-only/)
  })
})
