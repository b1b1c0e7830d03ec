import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { seal } from '../../server/adapters/sealed-secrets'
import { makeWebhookSecret } from '../../server/adapters/webhook-signing'
import { enqueue } from '../../server/db/jobs'
import { inTransaction } from '../../server/db/transaction'
import { insertDelivery } from '../../server/features/partner/webhooks/repository/deliveries'
import { webhookJobs } from '../../server/features/partner/webhooks/sender'
import { insertSheet, insertSheetRows, readSheet } from '../../server/features/tasks/repository/sheets'
import { createWorker } from '../../server/jobs/worker'
import { useApi } from '../support/api'
import { useBooking } from '../support/booking'
import { collectErrors } from '../support/collect-errors'
import { make } from '../support/factories'
import { workOff } from '../support/work'

const api = useApi({ smtp: { url: 'smtp://127.0.0.1:1', from: 'bookings@coaches.example', requireTls: false } })
const desk = useBooking(api)
const onError = collectErrors()

/** An error text of another program, and the form in which PostgreSQL can store it. */
const ODD = 'no\0 half \uD83D of it'
const STORED = 'no half \ufffd of it'
const refuse = () => Promise.reject(new Error(ODD))

describe('an error text of another system is stored without its invalid characters, and the work is repeated', () => {
  it('for a job', async () => {
    await inTransaction(api.db, (tx) => enqueue(tx, { kind: 'test.odd', payload: {} }))
    const handlers = { 'test.odd': { run: refuse, retryAfterS: [10] } }
    expect(await createWorker({ db: api.db, handlers, now: () => api.now, onError }).work()).toBe(1)
    const job = api.db.selectFrom('jobs').select(['last_error', 'locked_until', 'failed_at'])
    expect(await job.where('kind', '=', 'test.odd').execute()).toEqual([
      { last_error: STORED, locked_until: null, failed_at: null },
    ])
  })

  it('for a mail', async () => {
    await desk.book(await make(desk.admin, 'journeys'), 1, { lead_email: 'ana@example.com' })
    expect(await workOff(api, { send: refuse, close: () => undefined })).toEqual([])
    const { rows } = await desk.admin.list('mails')
    expect(rows).toMatchObject([{ status: 'queued', attempts: 1, error: STORED }])
  })

  it('for a webhook', async () => {
    const [id, endpoint_id] = [uuidv7(), uuidv7()]
    const partner_id = String((await make(desk.admin, 'partners', { status: 'active' }))['id'])
    const at = { endpoint_id, partner_id, environment: 'live' } as const
    const secret = seal(makeWebhookSecret(), api.secrets.webhook_key)
    await api.db
      .insertInto('webhook_endpoints')
      .values({
        id: endpoint_id,
        partner_id,
        environment: 'live',
        url: 'https://a.example/',
        events: [],
        secret,
        secret_last4: '',
      })
      .execute()
    const created_at = api.now.toISOString()
    const about = { object_id: null, trip_reference: null, partner_reference: null }
    await inTransaction(api.db, (tx) =>
      insertDelivery(tx, { ...at, ...about, id, created_at, type: 'trip.held', payload: '{}' }),
    )
    const handlers = webhookJobs({
      db: api.db,
      key: api.secrets.webhook_key,
      post: () => Promise.resolve({ status: 0, text: ODD, retryAfterS: null, durationMs: 1 }),
      now: () => api.now,
      log: () => Promise.resolve(),
      onError,
    })
    expect(await createWorker({ db: api.db, handlers, now: () => api.now, onError }).work()).toBe(1)
    const delivery = api.db.selectFrom('webhook_deliveries').select(['state', 'last_error', 'claimed_until'])
    expect(await delivery.where('id', '=', id).execute()).toEqual([
      { state: 'pending', last_error: STORED, claimed_until: null },
    ])
  })
})

it('an imported sheet stores its cells without invalid characters', async () => {
  const sheet = { resource: 'stations', fileName: 'a.csv', userId: null, header: [ODD] } as const
  const id = await inTransaction(api.db, async (tx) => {
    const made = await insertSheet(tx, { ...sheet, header: [...sheet.header] })
    await insertSheetRows(tx, made, 0, [{ line: 2, cells: [ODD] }])
    return made
  })
  expect(await readSheet(api.db, id)).toMatchObject({ header: [STORED], row_count: 1 })
  const { rows } = await sql`select cells from import_rows where sheet_id = ${id}`.execute(api.db)
  expect(rows).toEqual([{ cells: [STORED] }])
})
