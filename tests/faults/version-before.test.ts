import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { ride } from '../support/booking'
import type { Answer, Json } from '../support/api'
import { connect, signIn, type Api } from '../support/e2e/api'
import { ADMINISTRATOR } from '../support/e2e-administrator'
import { make } from '../support/factories'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { createDatabase } from '../support/postgres'
import { startPostgres, type PostgresServer } from '../support/postgres-server'
import { hotJourneys, oversold, wrongCounters } from '../support/race/rush'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'
import { buildVersion, hasCommit } from '../support/versions/build-version'

/**
 * Operations that may fail on a running server of an older version once this version has migrated its database, by commit.
 * Those of 40095dbf fail on each connection with an earlier query plan. The newest entry, a tagged version where one exists,
 * must lose nothing: a breaking migration is divided into one that adds now and one that removes in a later version.
 */
const FAILING: Record<string, readonly string[]> = {
  '40095dbf': ['sign in', 'book', 'cancel', 'change a journey', 'read a journey'],
  '60c88ab1': [],
}

describe.skipIf(NEEDS_POSTGRES)(`A database that is migrated under a running server${NEEDS_POSTGRES}`, () => {
  const product = useProduct()
  const folder = mkdtempSync(join(tmpdir(), 'wayline-versions-'))
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each(Object.keys(FAILING))('of version %s', (commit) => {
    const needsCommit = hasCommit(commit) ? '' : ' (skipped: the history is not here)'
    it.skipIf(needsCommit)(
      `fails in the listed operations only, and damages no data${needsCommit}`,
      async () => {
        const project = join(folder, commit)
        buildVersion(commit, project)
        const { url } = await createDatabase(server.url)
        const life = product.launch({ DATABASE_URL: url, WAYLINE_DATA_DIR: join(project, 'data') }, { project })
        await life.ready
        const api = await connect(life.address)
        const company = await fill(api)
        expect(await findFailing(life.address, api, company)).toEqual([])
        const database = await open(url)
        await migrate(database)
        const failing = await findFailing(life.address, api, company)
        expect(failing.filter((operation) => !FAILING[commit]?.includes(operation))).toEqual([])
        expect(await wrongCounters(database.db)).toEqual([])
        expect(await oversold(database.db)).toBe(0)
        await database.close()
      },
      LONG_TEST_TIMEOUT_MS,
    )
  })
})

const open = (databaseUrl: string): Promise<OpenDatabase> =>
  openDatabase({
    databaseUrl,
    databasePool: 2,
    dataDir: null,
    durability: 'relaxed',
    queryLimitMs: 0,
    onError: () => undefined,
  })

interface Company {
  /** Names of the resources in the older version. */
  resources: string[]
  journey: Json
  customer: Json
  /** Confirmed before the first call. */
  reservations: Json[]
}

const bookOn = (api: Api, journey: Json): Promise<Answer> =>
  api.post('/reservations', {
    lead_name: 'Ana Quillfeather',
    lead_phone: '+34600111222',
    legs: [ride(journey)],
    passengers: [{ category: 'adult', name: 'Ana Quillfeather' }],
  })

async function fill(api: Api): Promise<Company> {
  const [journey] = await hotJourneys(api, 1, 50)
  if (!journey) throw new Error('There is no journey.')
  const reservations = [await bookOn(api, journey), await bookOn(api, journey)].map(({ body }) => body)
  const { paths = {} } = (await api.get('/openapi.json')).body
  const resources = Object.keys(paths as Json).flatMap((path) => /^\/api\/([a-z-]+)\/facets\/$/.exec(path)?.[1] ?? [])
  return { resources, journey, customer: await make(api, 'customers'), reservations }
}

/** Performs the daily work of staff. @returns operations without a successful answer */
async function findFailing(address: string, api: Api, company: Company): Promise<string[]> {
  const { resources, journey, customer, reservations } = company
  const { username, password } = ADMINISTRATOR
  const signedIn = async () => ({
    status: await signIn(address, username, password).then(
      () => 200,
      () => 500,
    ),
  })
  const calls: Record<string, () => Promise<{ status: number }>> = {
    'sign in': signedIn,
    ...Object.fromEntries(resources.map((name) => [`list ${name}`, () => api.list(name)])),
    'read a journey': () => api.get(`/journeys/${String(journey['id'])}`),
    'change a journey': () => api.patch(`/journeys/${String(journey['id'])}`, { notes: 'Late' }, { ifMatch: '*' }),
    'change a customer': () => api.patch(`/customers/${String(customer['id'])}`, { notes: 'VIP' }, { ifMatch: '*' }),
    'read a reservation': () => api.get(`/reservations/${String(reservations[0]?.['id'])}`),
    book: () => bookOn(api, journey),
    cancel: () =>
      api.post(`/reservations/${String(reservations.pop()?.['id'])}/cancel`, { reason: 'Ill' }, { ifMatch: '*' }),
  }
  const failing: string[] = []
  for (const [name, call] of Object.entries(calls)) if ((await call()).status >= 300) failing.push(name)
  return failing
}
