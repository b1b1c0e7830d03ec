import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { REFRESH_REUSE_GRACE_S, SESSIONS_PER_USER, SESSION_HELD_MS } from '../../contract/core/limits/token-lifetimes'
import type { Role } from '../../contract/core/vocabulary'
import { hashPassword } from '../../server/adapters/passwords'
import { buildApp } from '../../server/app'
import { archiveLines, restoreLines } from '../../server/db/archive'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { resetAdmin } from '../../server/features/auth/first-admin'
import { insertUser } from '../support/accounts'
import { useApi, type Client } from '../support/api'
import { appCode } from '../support/totp'
import { workOff } from '../support/work'

const PASSWORD = 'correct horse battery staple'
const ANOTHER = 'another long password'

const api = useApi()
let passwordHash: string
let other: { app: FastifyInstance; database: OpenDatabase }
let admin: Client

/** On PostgreSQL the second app has its own database handle; the embedded database allows one process only. */
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  admin = await api.as('admin')
  const database = inject('postgresServer') === null ? api.database : await openDatabase(await ownSettings())
  const { config, secrets } = api
  const logger = pino({ level: 'silent' })
  const now = () => api.now
  other = { app: await buildApp({ config, secrets, database, consoleDir: '/nonexistent', logger, now }), database }
  await other.app.ready()
})
afterAll(async () => {
  await other.app.close()
  if (other.database !== api.database) await other.database.close()
})
// With a fixed clock a cached session does not expire, so only a signal can end it.
beforeEach(() => {
  api.now = new Date()
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => void vi.useRealTimers())

async function ownSettings() {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db)
  const url = new URL(inject('postgresServer') ?? '')
  url.pathname = `/${rows[0]?.name ?? ''}`
  return { ...api.config, databaseUrl: url.href, dataDir: null, onError: () => undefined }
}

const anonymous = () => api.client({})
const bearer = (token: unknown) => api.client({ authorization: `Bearer ${String(token)}` })

async function signIn({ role = 'agent' }: { role?: Role } = {}) {
  const { id, username } = await insertUser(api, { first_name: 'Eve', role, password_hash: passwordHash })
  const again = async () => (await anonymous().post('/auth/login/', { username, password: PASSWORD })).body
  const { access, refresh } = await again()
  return { id, username, access, refresh, again }
}

type Person = Awaited<ReturnType<typeof signIn>>

const sessionOf = async ({ id }: Person) => {
  const { id: sessionId } = await api.db
    .selectFrom('auth_sessions')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return sessionId
}

/** Returns the status of a call of the person in one of the two processes. */
const asked = async ({ access }: Person, app: FastifyInstance, path: string) =>
  (await app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${String(access)}` } })).statusCode

/** Begins the setup of a second factor. @returns a function that confirms it from this session */
async function beginSecondStep(access: unknown) {
  const { body } = await bearer(access).post('/auth/second-factor/', { password: PASSWORD })
  return () => bearer(access).post('/auth/second-factor/confirm/', { code: appCode(String(body['secret']), api.now) })
}

/** Writes that end a session or change its rights. The function that each returns runs once the session is cached. */
const writes: Record<string, (person: Person) => Promise<() => Promise<unknown>>> = {
  'signing out':
    async ({ refresh }) =>
    () =>
      anonymous().post('/auth/logout/', { refresh }),
  'a reused refresh token': async ({ refresh }) => {
    await anonymous().post('/token/refresh/', { refresh })
    api.now = new Date(api.now.getTime() + (REFRESH_REUSE_GRACE_S + 1) * 1000)
    return () => anonymous().post('/token/refresh/', { refresh })
  },
  'one sign-in more than the limit':
    async ({ again }) =>
    async () => {
      for (let count = 0; count < SESSIONS_PER_USER; count += 1) await again()
    },
  'ending it from another session': async (person) => {
    const [{ access }, sessionId] = [await person.again(), await sessionOf(person)]
    return () => bearer(access).delete(`/auth/sessions/${sessionId}`)
  },
  'ending all other sessions': async ({ again }) => {
    const { access } = await again()
    return () => bearer(access).post('/auth/sessions/end-others/')
  },
  'ending it as an administrator': async (person) => {
    const sessionId = await sessionOf(person)
    return () => admin.delete(`/users/${person.id}/sessions/${sessionId}`)
  },
  'a new password by the user':
    async ({ access }) =>
    () =>
      bearer(access).post('/auth/password/', { current_password: PASSWORD, new_password: ANOTHER }),
  'a new password by a link': async ({ id }) => {
    const { body } = await admin.post(`/users/${id}/link/`, { show_link: true })
    const token = String(body['link']).split('/').at(-1) ?? ''
    return () => anonymous().post(`/account-links/${token}/`, { password: ANOTHER })
  },
  'a new password by an administrator':
    async ({ id }) =>
    () =>
      admin.patch(`/users/${id}`, { password: ANOTHER }, { ifMatch: '*' }),
  'a new password by the command line':
    async ({ username }) =>
    () =>
      resetAdmin(api.db, username, api.now),
  'another role':
    async ({ id }) =>
    () =>
      admin.patch(`/users/${id}`, { role: 'viewer' }, { ifMatch: '*' }),
  'disabling the account':
    async ({ id }) =>
    () =>
      admin.patch(`/users/${id}`, { status: 'disabled' }, { ifMatch: '*' }),
  'disabling many accounts':
    async ({ id }) =>
    async () => {
      await admin.post('/bulk/users', { ids: [id], action: 'change', changes: { status: 'disabled' } })
      await workOff(api)
    },
  'deleting the account':
    async ({ id }) =>
    () =>
      admin.delete(`/users/${id}`, { ifMatch: '*' }),
  'turning on the second step': async ({ again }) => beginSecondStep((await again())['access']),
  'a reset of the second step by an administrator': async ({ id, access }) => {
    const confirm = await beginSecondStep(access)
    await confirm()
    return () => admin.post(`/users/${id}/second-factor/reset/`)
  },
  'a restored backup': async () => async () => {
    const lines: string[] = []
    for await (const line of archiveLines(api.db, api.now)) lines.push(line)
    await restoreLines(api.db, async function* () {
      yield* lines
    })
  },
}

describe('P-09 a session that two processes have cached', () => {
  it.each(Object.entries(writes))('is ended by %s on the very next request', async (_, prepare) => {
    const person = await signIn()
    const write = await prepare(person)
    for (const app of [api.app, other.app]) expect(await asked(person, app, '/auth/user')).toBe(200)
    await write()
    expect(await asked(person, api.app, '/auth/user')).toBe(401)
    await expect.poll(() => asked(person, other.app, '/auth/user')).toBe(401)
  })

  it('has the new role on the very next request when its user changed it', async () => {
    const person = await signIn({ role: 'admin' })
    for (const app of [api.app, other.app]) expect(await asked(person, app, '/users')).toBe(200)
    await bearer(person.access).patch(`/users/${person.id}`, { role: 'viewer' }, { ifMatch: '*' })
    expect(await asked(person, api.app, '/users')).toBe(403)
    await expect.poll(() => asked(person, other.app, '/users')).toBe(403)
    expect(await asked(person, api.app, '/auth/user')).toBe(200)
  })

  it('is read again after a second, also after a change without a signal', async () => {
    const person = await signIn()
    for (const app of [api.app, other.app]) expect(await asked(person, app, '/auth/user')).toBe(200)
    await sql`update auth_sessions set revoked_at = now() where user_id = ${person.id}`.execute(api.db)
    vi.advanceTimersByTime(SESSION_HELD_MS)
    for (const app of [api.app, other.app]) expect(await asked(person, app, '/auth/user')).toBe(401)
  })
})
