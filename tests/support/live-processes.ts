import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { buildApp } from '../../server/app'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { publishSignals } from '../../server/db/signals'
import type { TestApi } from './api'
import { LiveClient, signIn, type SignedIn } from './live'

/** Live connections to the API and to a second process on its database. */
export interface LiveProcesses {
  /** Opens a connection that receives only events from here on. @param host 0 for the API, 1 for the other process */
  open: (who: SignedIn, host?: 0 | 1) => Promise<LiveClient>
}

/** Provides a second process: on PostgreSQL it has its own database handle; the embedded database has a single process. */
export function useTwoProcesses(api: TestApi): LiveProcesses {
  const clients: LiveClient[] = []
  let hosts: string[] = []
  let witness: { me: SignedIn; clients: LiveClient[] }
  let close = async () => {}

  const connect = async ({ token }: SignedIn, host: number): Promise<LiveClient> => {
    const client = await LiveClient.open(`${hosts[host] ?? ''}/ws/notifications/?token=${encodeURIComponent(token)}`)
    clients.push(client)
    return client
  }

  /** Waits until both processes have delivered the signals of all events so far; signals are delivered in order. */
  const passSignals = async (): Promise<void> => {
    publishSignals(api.db, [{ kind: 'read', userId: witness.me.userId, connectionId: null }])
    for (const client of witness.clients) await client.nextOf('notifications')
  }

  beforeAll(async () => {
    const { config, secrets } = api
    const database = inject('postgresServer') === null ? api.database : await openAgain(api)
    const logger = pino({ level: 'silent' })
    const app = await buildApp({ config, secrets, database, consoleDir: '/nonexistent', logger, now: () => api.now })
    close = async () => {
      await app.close()
      if (database !== api.database) await database.close()
    }
    const urls = await Promise.all([api.app, app].map((each) => each.listen({ port: 0, host: '127.0.0.1' })))
    hosts = urls.map((url) => url.replace('http:', 'ws:'))
  })
  beforeEach(async () => {
    const me = await signIn(api, { role: 'viewer' })
    witness = { me, clients: [await connect(me, 0), await connect(me, 1)] }
  })
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.terminate()))
  afterAll(() => close())

  return {
    open: async (who, host = 1) => {
      await passSignals()
      return connect(who, host)
    },
  }
}

/** Opens a second handle on the database of the API. */
async function openAgain(api: TestApi): Promise<OpenDatabase> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db)
  const url = new URL(inject('postgresServer') ?? '')
  url.pathname = `/${rows[0]?.name ?? ''}`
  return openDatabase({ ...api.config, databaseUrl: url.href, dataDir: null, onError: () => undefined })
}
