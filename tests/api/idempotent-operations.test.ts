import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { acceptsKey, UNKEYED, type Operation } from '../../contract/core/operations'
import { describe as describeOperation } from '../../server/http/openapi/operation'
import { useApi, type Answer, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import type { KeyedCall, KeyedCalls } from '../support/keyed/call'
import { moneyCalls } from '../support/keyed/money'
import { officeCalls } from '../support/keyed/office'
import { partnerCalls } from '../support/keyed/partners'
import { recordCalls } from '../support/keyed/records'
import { saleCalls } from '../support/keyed/sales'
import { usePartners } from '../support/partner'

const api = useApi({
  payments: 'fake',
  smtp: { url: 'smtp://127.0.0.1:1', from: 'desk@coaches.example', requireTls: false },
})
const desk = useBooking(api)
const partners = usePartners(api)
const calls: KeyedCalls = {
  ...recordCalls(desk),
  ...saleCalls(api, desk),
  ...moneyCalls(api, desk),
  ...officeCalls(api, desk),
  ...partnerCalls(api, desk, partners),
}

/** Reviewed list of the changes that accept no key, by their reason. PUT replaces, so a repetition changes nothing more. */
const UNKEYED_IDS = {
  /** The answer holds a secret, which is not stored. */
  secret: [
    'beginPartnerSecondFactor',
    'beginSecondFactor',
    'changePartnerPassword',
    'changePassword',
    'confirmPartnerSecondFactor',
    'confirmSecondFactor',
    'createAccountLink',
    'createCredential',
    'createWebhook',
    'invitePartnerMember',
    'renewPartnerRecoveryCodes',
    'renewRecoveryCodes',
    'resendPartnerInvitation',
    'rotateCredential',
    'rotateWebhookSecret',
  ],
  /** The body is a file, which is not compared. */
  upload: ['startGtfsImport'],
  /** The caller is not signed in, so a key has no owner. The link or the event is accepted once. */
  public: ['acceptPartnerInvitation', 'followAccountLink', 'takeProviderEvent'],
  /** Previews, prices, files, tokens, uploads without effect: a repetition doubles nothing. */
  repeatable: [
    'checkOctoAvailability',
    'checkOctoCalendar',
    'createLiveTicket',
    'createQuote',
    'exportRecords',
    'login',
    'logout',
    'partnerLogin',
    'partnerLogout',
    'partnerRefresh',
    'previewBulk',
    'previewDeletion',
    'previewGeneration',
    'previewPricingRule',
    'printReceipt',
    'quotePartnerJourney',
    'refreshToken',
    'suggestPlan',
    'uploadSheet',
  ],
}

/** Returns the ids of the operations that fulfil a condition, in order. */
const idsOf = (has: (operation: Operation) => boolean): string[] =>
  ALL_OPERATIONS.filter(has)
    .map(({ id }) => id)
    .toSorted()

describe('the OpenAPI document', () => {
  it('lists the header Idempotency-Key for every change except the reviewed ones', async () => {
    const document = await api.app.inject('/api/openapi.json')
    const { paths } = document.json<{ paths: Record<string, Record<string, Json>> }>()
    const listing = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters }) => JSON.stringify(parameters ?? []).includes('IdempotencyKey'))
      .map(({ operationId }) => operationId)
    const reviewed = Object.values(UNKEYED_IDS).flat()
    const expected = idsOf(({ id, method }) => !['GET', 'PUT'].includes(method) && !reviewed.includes(id))
    expect(listing.toSorted()).toEqual(expected)
  })

  it('prints the reviewed reason of each change that accepts no key', () => {
    expect(idsOf(({ unkeyed }) => unkeyed === 'secret')).toEqual(UNKEYED_IDS.secret)
    expect(idsOf(({ unkeyed }) => unkeyed === 'upload')).toEqual(UNKEYED_IDS.upload)
    expect(idsOf(({ isRepeatable }) => isRepeatable === true)).toEqual(UNKEYED_IDS.repeatable)
    for (const operation of ALL_OPERATIONS)
      if (operation.unkeyed !== undefined)
        expect(describeOperation(operation)['description']).toContain(UNKEYED[operation.unkeyed])
  })
})

const keyed = ALL_OPERATIONS.filter(acceptsKey)

/** Sends a call with a key. */
function send(
  { method, path, ifMatch }: Operation,
  { as, params = {}, body }: KeyedCall,
  key: string,
): Promise<Answer> {
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  const extra = { headers: { 'idempotency-key': key }, ...(ifMatch && { ifMatch: '*' }) }
  if (method === 'DELETE') return as.delete(url, extra)
  return method === 'PATCH' ? as.patch(url, body, extra) : as.post(url, body, extra)
}

let tables: string[]
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('partner_api_logs', 'partner_call_days')
    order by 1`.execute(api.db)
  tables = rows.map(({ name }) => name)
})

/** Returns the number of rows of each table, without those about the calls of partners. */
async function rowCounts(): Promise<Json> {
  const counts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, count(*)::int as count from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(api.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const seenBy = ({ status, body, rows, headers }: Answer) => ({
  status,
  body,
  rows,
  etag: headers['etag'],
  location: headers['location'],
})

describe('a call that is repeated with its Idempotency-Key', () => {
  it.each(keyed.map((operation) => [operation.id, operation] as const))(
    'changes nothing: %s',
    async (id, operation) => {
      const prepare = calls[id]
      if (!prepare) throw new Error(`There is no call of ${id}.`)
      const call = await prepare()
      const key = uuidv7()
      const first = await send(operation, call, key)
      expect(first.status, JSON.stringify(first.body)).toBe(operation.ok.status)
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      const after = await rowCounts()
      const again = await send(operation, call, key)
      expect(seenBy(again)).toEqual(seenBy(first))
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await rowCounts()).toEqual(after)
    },
  )
})
