import { Kysely, type CompiledQuery, type DatabaseConnection, type Dialect } from 'kysely'
import { embeddedDialect } from '../../../server/db/embedded-dialect'
import { EmbeddedDatabase } from '../../../server/db/embedded'
import type { OpenDatabase } from '../../../server/db/database'
import { OWN_CLOCK } from '../../../server/db/database-clock'
import { migrate } from '../../../server/db/migrate'
import type { Database } from '../../../server/db/tables'
import { isSeatRead } from './barrier'

const QUERY_LIMIT_MS = 120_000

/**
 * Opens the embedded database without its guards: transactions do not wait for each other, each statement commits alone, and
 * a leg may exceed its capacity.
 * @param afterSeatRead awaited between a sale's read of the seats and its next step
 */
export async function withoutTurns(afterSeatRead: () => Promise<void>): Promise<OpenDatabase> {
  const embedded = new EmbeddedDatabase({ dataDir: null, durability: 'relaxed' }, QUERY_LIMIT_MS, () => undefined)
  const nothing = async () => undefined
  const connection = {
    executeQuery: async (query: CompiledQuery) => {
      const { rows, affectedRows } = await embedded.query(query.sql, query.parameters)
      if (isSeatRead(query.sql)) await afterSeatRead()
      return { rows, numAffectedRows: BigInt(affectedRows) }
    },
  } as DatabaseConnection
  const dialect: Dialect = {
    createAdapter: () => embeddedDialect(embedded).createAdapter(),
    createIntrospector: (db) => embeddedDialect(embedded).createIntrospector(db),
    createQueryCompiler: () => embeddedDialect(embedded).createQueryCompiler(),
    createDriver: () => ({
      init: () => embedded.ready(),
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: () => embedded.close(),
    }),
  }
  const db = new Kysely<Database>({ dialect })
  const database: OpenDatabase = {
    db,
    engine: 'embedded',
    exec: (script) => embedded.exec(script),
    listen: async () => nothing,
    clock: OWN_CLOCK,
    probe: async () => [],
    giveUp: () => undefined,
    close: () => db.destroy(),
  }
  await migrate(database)
  await database.exec('alter table journey_legs drop constraint journey_legs_seats_check')
  return database
}
