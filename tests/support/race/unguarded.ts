import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { PostgresServers } from '../../../server/db/postgres'
import type { OpenDatabase } from '../../../server/db/database'
import { OWN_CLOCK } from '../../../server/db/database-clock'
import type { Database } from '../../../server/db/tables'

const LOCKS = /\s+for (no key )?update( of \w+)?( skip locked)?/gi

/** A PostgreSQL database as it would be without its guards: no row is locked ahead, and a leg may be overfull. */
export async function withoutGuards(url: string): Promise<OpenDatabase> {
  const pool = new PostgresServers([url], () => undefined).pool({ connections: 20 })
  await pool.run({ text: 'alter table journey_legs drop constraint journey_legs_seats_check' })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { end: () => pool.end(), connect: async () => unlocking(await pool.connect()) },
    }),
  })
  return {
    db,
    engine: 'postgres',
    exec: (script) => pool.run({ text: script }),
    listen: async () => async () => undefined,
    clock: OWN_CLOCK,
    probe: async () => undefined,
    giveUp: () => undefined,
    close: () => db.destroy(),
  }
}

const unlocking = (client: PostgresPoolClient): PostgresPoolClient => ({
  query: ((text: string, parameters: readonly unknown[]) =>
    client.query(text.replace(LOCKS, ''), parameters)) as PostgresPoolClient['query'],
  release: () => client.release(),
})
