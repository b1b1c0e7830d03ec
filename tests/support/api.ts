import { sql } from 'kysely'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Role } from '../../contract/core/vocabulary'
import { signAccess } from '../../server/adapters/access-tokens'
import { accountSecrets } from '../../server/adapters/account-secrets'
import { openProvider } from '../../server/adapters/payments'
import { FakeProvider } from '../../server/adapters/payments/fake/fake-provider'
import { buildApp, faultsIn } from '../../server/app'
import type { Config } from '../../server/config/env'
import type { Secrets } from '../../server/config/secrets'
import { onJobsEnqueued, signalAfterCommit } from '../../server/db/after-commit'
import { openDatabase, type DatabaseSettings, type Db, type OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { inTransaction } from '../../server/db/transaction'
import { composeServer, type Server } from '../../server/wiring'
import { onceHeaders } from './once'
import { createDatabase } from './postgres'

export type Json = Record<string, unknown>

export interface Answer {
  status: number
  body: Json
  rows: Json[]
  headers: Record<string, string | undefined>
}

/** Options of a call besides its body. */
export type Extra = Pick<InjectOptions, 'headers'> & { ifMatch?: string | number }

/** A caller of the API: signed in with a role, or anonymous. */
export interface Client {
  get: (path: string, extra?: Extra) => Promise<Answer>
  list: (
    resource: string,
    query?: { filter?: Json; sort?: [string, 'ASC' | 'DESC']; range?: [number, number] },
  ) => Promise<Answer>
  post: (path: string, body?: unknown, extra?: Extra) => Promise<Answer>
  put: (path: string, body: unknown, extra?: Extra) => Promise<Answer>
  patch: (path: string, body: unknown, extra?: Extra) => Promise<Answer>
  delete: (path: string, extra?: Extra) => Promise<Answer>
}

/** A caller that skips the network and can also read files. */
export interface NearClient extends Client {
  /** Returns the text of a file; a call without a body is a GET. */
  readText: (path: string, body: object | undefined, headers?: Record<string, string>) => Promise<string>
  readBytes: (path: string, body?: object, headers?: Record<string, string>) => Promise<Buffer>
  /** Sends a payload that is not JSON. */
  send: (path: string, payload: Buffer, type: string) => Promise<Answer>
}

/** The server configuration, with the limits that its database is opened with. */
export type TestConfig = Config & Pick<DatabaseSettings, 'postgresLimits'>

export interface TestApi {
  app: FastifyInstance
  /** The running server: the API and the other work of its process. */
  server: Server
  db: Db
  database: OpenDatabase
  config: TestConfig
  secrets: Secrets
  /** Set where `payments` of the configuration is `fake`. */
  fake: FakeProvider
  /** The server's clock; a test moves it by assigning. */
  now: Date
  /** Creates a client for a new user of the role; null means anonymous. */
  as: (role: Role | null) => Promise<NearClient>
  /** Creates a new user of the role and returns its access token. */
  tokenFor: (role: Role) => Promise<string>
  /** Creates a client for another server on another database. */
  on: (app: FastifyInstance, db: Db, role: Role) => Promise<Client>
  /** Creates a client that sends these headers with every call. */
  client: (headers: Record<string, string>) => Client
  /** Runs the follow-up jobs of all changes so far, as a server does at once; each client call does so too. */
  followed: () => Promise<void>
  reset: () => Promise<void>
}

const ORIGIN = 'http://127.0.0.1'
const key = Buffer.alloc(32, 7)
const secrets: Secrets = {
  access_token_key: key,
  csrf_key: key,
  ticket_key: key,
  webhook_key: key,
  account_key: key,
  backup_key: key,
}

/** Limits so high that a busy machine fails no test. */
export const POSTGRES_LIMITS = {
  connectMs: 60_000,
  lockMs: 60_000,
  statementMs: 90_000,
  idleMs: 120_000,
  queueMs: 60_000,
}

const config: TestConfig = {
  port: 0,
  host: '127.0.0.1',
  databaseUrl: null,
  databasePool: 10,
  databaseWaitMs: 0,
  dataDir: '/nonexistent',
  backupDir: '/nonexistent/backups',
  durability: 'relaxed',
  queryLimitMs: 120_000,
  postgresLimits: POSTGRES_LIMITS,
  publicUrl: null,
  allowedOrigins: [],
  trustProxy: [],
  smtp: null,
  mapTiles: null,
  securityContact: 'mailto:security@example.com',
  adminEmail: 'admin@example.com',
  adminPassword: null,
  secretsFile: null,
  overloadDelayMs: 0,
  callLimitMs: 0,
  rateLimitPerMinute: 0,
  connectionsPerNetwork: 0,
  unfinishedPerNetwork: 0,
  webhookTargets: 'any',
  payments: null,
  logLevel: 'silent',
  production: false,
  demo: false,
}

/** One database for all files of a test process: opening the embedded one takes seconds. */
let shared: Promise<OpenDatabase> | null = null

async function open(databaseUrl: string | null): Promise<OpenDatabase> {
  return openDatabase({ ...config, databaseUrl, dataDir: null, onError: () => undefined })
}

async function openShared(): Promise<OpenDatabase> {
  const server = inject('postgresServer')
  if (server === null) {
    const database = await open(null)
    await migrate(database)
    return database
  }
  const prepare = async (url: string): Promise<void> => {
    const database = await open(url)
    await migrate(database)
    await database.close()
  }
  const { url } = await createDatabase(server, { name: 'wayline', prepare })
  return open(url)
}

/** Starts the whole server on an empty database for one test file. @param settings overrides of the defaults */
export function useApi(settings: Partial<Config> = {}): TestApi {
  const api = { now: new Date(), config: { ...config, ...settings }, secrets } as TestApi
  let isLeft = false
  api.followed = async () => {
    if (!isLeft) return
    isLeft = false
    await api.server.workers.follow()
  }

  beforeAll(async () => {
    shared ??= openShared()
    api.database = await shared
    api.db = api.database.db
    await reset(api.db)
    const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
    const settings = { config: api.config, secrets, database: api.database, now: () => api.now }
    const { fakeProviderSecret: secret } = accountSecrets(key)
    const provider = openProvider({ ...settings, ...api.config, origin: ORIGIN, fake: { secret, file: null } })
    if (provider instanceof FakeProvider) api.fake = provider
    api.server = composeServer({ ...settings, provider, onFault: faultsIn(logger) })
    api.app = await buildApp({ ...settings, consoleDir: '/nonexistent', logger }, api.server)
    await api.app.ready()
    onJobsEnqueued(api.db, () => (isLeft = true))
  })
  afterAll(async () => {
    await api.app.close()
  })

  api.reset = () => reset(api.db)
  api.tokenFor = (role) => tokenFor(api, role)
  api.client = (headers) => clientOf(api, headers)
  api.on = async (app, db, role) => {
    const other = { ...api, app, db, now: api.now }
    return clientOf(other, { authorization: `Bearer ${await tokenFor(other, role)}` })
  }
  api.as = async (role) => clientOf(api, role === null ? {} : { authorization: `Bearer ${await tokenFor(api, role)}` })
  return api
}

/** Changes the role of an account without checks, and signals it as every write of an account does. */
export const changeRole = (db: Db, userId: string, role: Role): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
    signalAfterCommit(tx, { kind: 'account', userId })
  })

/** Empties the tables that have rows. Truncating all would create new files for each table and index. */
async function reset(db: Db): Promise<void> {
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('schema_migrations', 'company')
    order by c.relname`.execute(db)
  const names = tables.rows.map(({ name }) => name)
  const own = await companyAsNew(db)
  // Retried because late writes of the application, e.g. of its call log, lock tables in another order.
  const filled = await inTransaction(db, async (tx) => {
    await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(tx)
    const withRows = names.map(
      (name) => sql`select ${sql.lit(name)} as name where exists (select from ${sql.table(name)})`,
    )
    const { rows } = await sql<{ name: string }>`${sql.join(withRows, sql` union all `)}`.execute(tx)
    // Disables foreign keys and the triggers that forbid deleting entries.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(tx)
    return rows
  })
  if (filled.length > 0) await sql`vacuum ${sql.join(filled.map(({ name }) => sql.table(name)))}`.execute(db)
  await sql`delete from company`.execute(db)
  await sql`insert into company select * from jsonb_populate_record(null::company, ${own}::jsonb)`.execute(db)
}

/** The company row as the migrations create it, read before the first test of the process. */
let company: Promise<string> | null = null

function companyAsNew(db: Db): Promise<string> {
  company ??= sql<{ row: string }>`select to_jsonb(company)::text as row from company`
    .execute(db)
    .then(({ rows: [only] }) => only?.row ?? '')
  return company
}

/** Signs in a new user without the cost of password hashing. */
async function tokenFor(api: TestApi, role: Role): Promise<string> {
  const [userId, sessionId] = [uuidv7(), uuidv7()]
  const username = `${role}-${userId.slice(-8)}`
  const expiresAt = new Date(api.now.getTime() + 86_400_000).toISOString()
  await api.db
    .insertInto('users')
    .values({
      id: userId,
      username,
      email: `${username}@example.com`,
      role,
      status: 'active',
      is_staff: true,
      must_change_password: false,
    })
    .execute()
  await api.db.insertInto('auth_sessions').values({ id: sessionId, user_id: userId, expires_at: expiresAt }).execute()
  return signAccess(secrets.access_token_key, { userId, sessionId }, api.now)
}

function clientOf(api: TestApi, always: Record<string, string>): NearClient {
  const call = async (
    method: InjectOptions['method'],
    path: string,
    body: unknown,
    extra: Extra = {},
  ): Promise<Answer> => {
    const headers = {
      ...(method === 'POST' && onceHeaders(path)),
      ...always,
      ...extra.headers,
      ...(extra.ifMatch !== undefined && { 'if-match': `${extra.ifMatch}` }),
    }
    const url =
      path.startsWith('/csrf') ||
      path.startsWith('/healthz') ||
      path.startsWith('/octo/') ||
      path.startsWith('/readyz') ||
      path.startsWith('/metrics')
        ? path
        : `/api${path}`
    await api.followed()
    const answer = await api.app.inject({
      method,
      url,
      headers,
      ...(body !== undefined && { payload: body as object }),
    })
    await api.followed()
    const json = answer.headers['content-type']?.toString().includes('json')
    const parsed = json && answer.body !== '' ? answer.json<Json | Json[]>() : {}
    return {
      status: answer.statusCode,
      body: Array.isArray(parsed) ? {} : parsed,
      rows: Array.isArray(parsed) ? parsed : [],
      headers: answer.headers as Record<string, string | undefined>,
    }
  }
  const file = (path: string, body: object | undefined, headers: Record<string, string> = {}) =>
    api.app.inject({
      method: body ? 'POST' : 'GET',
      url: `/api${path}`,
      headers: { ...always, ...headers },
      ...(body && { payload: body }),
    })
  return {
    get: (path, extra) => call('GET', path, undefined, extra),
    list: (resource, query = {}) => {
      const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      return call('GET', `/${resource}?${parts.join('&')}`, undefined)
    },
    post: (path, body, extra) => call('POST', path, body, extra),
    put: (path, body, extra) => call('PUT', path, body, extra),
    patch: (path, body, extra) => call('PATCH', path, body, extra),
    delete: (path, extra) => call('DELETE', path, undefined, extra),
    readText: async (path, body, headers) => (await file(path, body, headers)).body,
    readBytes: async (path, body, headers) => (await file(path, body, headers)).rawPayload,
    send: (path, payload, type) => call('POST', path, payload, { headers: { 'content-type': type } }),
  }
}
