import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { POSTGRES_LIMITS } from './api'
import { createDatabase } from './postgres'

/** Opens an empty database on the engine under test; closing deletes it. */
export async function openEmpty(): Promise<OpenDatabase> {
  const server = inject('postgresServer')
  const created = server === null ? null : await createDatabase(server)
  const database = await openDatabase({
    databaseUrl: created?.url ?? null,
    databasePool: 2,
    dataDir: null,
    durability: 'relaxed',
    queryLimitMs: 0,
    postgresLimits: POSTGRES_LIMITS,
    onError: () => undefined,
  })
  const close = async () => {
    await database.close()
    await created?.drop()
  }
  return { ...database, close }
}
