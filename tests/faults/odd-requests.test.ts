import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDemo } from '../../server/demo/start'
import { openApiDocument } from '../../server/http/openapi/document'
import { withoutReferences } from '../support/references'
import { useApi } from '../support/api'
import { Draw } from '../support/odd/draw'
import { requestMaker, type ApiDocument, type Caller, type OddRequest } from '../support/odd/requests'
import { usePartners } from '../support/partner'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/** The long run sets 20,000. */
const REQUESTS = Number(process.env['WAYLINE_ODD_REQUESTS'] ?? 2_000)
/** Repeats the same requests: `WAYLINE_ODD_SEED=… npm test -- faults`. */
const SEED = Number(process.env['WAYLINE_ODD_SEED'] ?? 20_261_121)
const RUN_MS = LONG_TEST_TIMEOUT_MS + REQUESTS * 100
/** Largest share of requests that a busy server may answer with a request to retry. */
const REPEATED_SHARE_MAX = 0.01
const PROBLEM = 'application/problem+json'

// Seeded, because the ids are part of the requests.
vi.mock('uuidv7', async () => {
  const { seededIds } = await import('../support/odd/seeded-ids')
  return { uuidv7: seededIds(1, Date.UTC(2026, 10, 21)) }
})

const api = useApi()
const partners = usePartners(api)
const dataDir = mkdtempSync(join(tmpdir(), 'wayline-odd-'))
const document = withoutReferences(await openApiDocument({ version: 'test', publicUrl: null })) as ApiDocument

/** Number of answers that request a retry. */
let toBeRepeated = 0
let ids: Record<string, string[]> = {}
let authorization: Record<Caller, string | null>

beforeAll(async () => {
  api.now = new Date('2026-11-21T11:40:00Z')
  await startDemo(api.db, { dataDir, webhookKey: api.secrets.webhook_key, now: api.now })
  ids = await knownIds()
  authorization = await signInPartners()
  await signInStaff()
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe(`${REQUESTS} unusual requests made from the API document, with the seed ${SEED}`, () => {
  it('are all answered as documented, and none crashes the server', { timeout: RUN_MS }, async () => {
    const maker = requestMaker(document, ids, new Draw(SEED))
    const faults = new Map<string, { times: number; first: string }>()
    // Sequential, so that each request finds the data in the same state at every run.
    for (let left = REQUESTS; left > 0; left -= 1) {
      const request = maker.next()
      const fault = await ask(request)
      if (fault === null) continue
      const known = faults.get(fault)
      if (known) known.times += 1
      else faults.set(fault, { times: 1, first: describeRequest(request) })
    }
    expect([...faults].map(([fault, { times, first }]) => `${times} × ${fault}: ${first}`)).toEqual([])
    expect(toBeRepeated).toBeLessThan(REQUESTS * REPEATED_SHARE_MAX)
  })
})

/** Makes a request. @returns what is wrong with the answer, or null */
async function ask({ operation, known, caller, method, url, headers, payload }: OddRequest): Promise<string | null> {
  const bearer = authorization[caller]
  const answer = await api.app.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, ...(bearer !== null && { authorization: bearer }) },
    ...(payload !== undefined && { payload }),
  })
  const { statusCode: status } = answer
  const place = `${operation ?? method} ${status}`
  if (status === 401 && (caller === 'admin' || caller === 'agent')) await signInStaff()
  if (status === 503 && isRetryable(answer)) {
    toBeRepeated += 1
    return null
  }
  if (status >= 500) return `${place} breaks`
  const types = operation === null ? withoutOperation(url) : known.get(String(status))
  if (!types) return `${place} is not in the document`
  if (status < 400 || method === 'HEAD') return null
  const type = String(answer.headers['content-type'])
  if (!types.some((one) => type.startsWith(one))) return `${place} is ${type}, not ${types.join(' or ')}`
  if (!type.startsWith(PROBLEM)) return null
  const problem = answer.json<{ status: number; retryable: unknown }>()
  return problem.status === status && typeof problem.retryable === 'boolean' ? null : `${place} is no whole problem`
}

/** OCTO has errors of its own; a path that the router cannot read is a problem there, too. */
const withoutOperation = (url: string) => (url.startsWith('/octo/') ? ['application/json', PROBLEM] : [PROBLEM])

function isRetryable({ headers, payload }: LightMyRequestResponse): boolean {
  if (headers['retry-after'] === undefined || !String(headers['content-type']).startsWith(PROBLEM)) return false
  const { code, retryable } = JSON.parse(payload) as { code?: unknown; retryable?: unknown }
  return code === 'unavailable' && retryable === true
}

const describeRequest = ({ caller, method, url, headers, payload = '' }: OddRequest) =>
  `${caller} ${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${payload.slice(0, 1_000)}`

/** Reads some ids of every table, in the same order at every run. */
async function knownIds(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by table_name`.execute(api.db)
  const found: Record<string, string[]> = {}
  for (const { name } of rows) {
    const some = await sql<{ id: string }>`select id from ${sql.table(name)} order by id limit 40`.execute(api.db)
    found[name] = some.rows.map(({ id }) => id)
  }
  return found
}

/** Signs in the staff, also after a request has ended the session. */
async function signInStaff(): Promise<void> {
  authorization.admin = `Bearer ${await api.tokenFor('admin')}`
  authorization.agent = `Bearer ${await api.tokenFor('agent')}`
}

async function signInPartners(): Promise<Record<Caller, string | null>> {
  const { rows } = await sql<{ id: string }>`
    select partner_id as id from reservations where partner_id is not null
    group by partner_id order by count(*) desc, partner_id limit 1`.execute(api.db)
  const partner = { id: rows[0]?.id }
  // Excludes this partner from the requests, because one could block its callers.
  ids['partners'] = (ids['partners'] ?? []).filter((id) => id !== partner.id)
  const { email } = await partners.member(partner)
  const { body } = await partners.signIn(email)
  const { secret } = await partners.program(partner)
  return {
    admin: null,
    agent: null,
    portal: `Token ${String(body['token'])}`,
    key: `Token ${secret}`,
    reseller: `Bearer ${secret}`,
    anonymous: null,
  }
}
