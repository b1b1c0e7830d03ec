import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { PostgresServers } from '../../../server/db/postgres'
import type { OpenDatabase } from '../../../server/db/database'
import { OWN_CLOCK } from '../../../server/db/database-clock'
import type { Database } from '../../../server/db/tables'
import { POSTGRES_LIMITS } from '../api'
import { isSeatRead } from './barrier'

const UNGUARDED_CONNECTIONS = 20
const LOCKS = /\s+for (no key )?update( of \w+)?( skip locked)?/gi

/**
 * Opens a PostgreSQL database without its guards: no row is locked ahead, and a leg may exceed its capacity.
 * @param afterSeatRead awaited between a sale's read of the seats and its next step
 */
export async function withoutGuards(url: string, afterSeatRead: () => Promise<void>): Promise<OpenDatabase> {
  const pool = new PostgresServers([url], () => undefined, POSTGRES_LIMITS).pool({ connections: UNGUARDED_CONNECTIONS })
  await pool.run({ text: 'alter table journey_legs drop constraint journey_legs_seats_check' })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { end: () => pool.end(), connect: async () => unlocking(await pool.connect(), afterSeatRead) },
    }),
  })
  return {
    db,
    engine: 'postgres',
    exec: (script) => pool.run({ text: script }),
    listen: async () => async () => undefined,
    clock: OWN_CLOCK,
    probe: async () => [],
    giveUp: () => undefined,
    close: () => db.destroy(),
  }
}

const unlocking = (client: PostgresPoolClient, afterSeatRead: () => Promise<void>): PostgresPoolClient => ({
  query: (async (text: string, parameters: readonly unknown[]) => {
    const result = await client.query(text.replace(LOCKS, ''), parameters)
    if (isSeatRead(text)) await afterSeatRead()
    return result
  }) as PostgresPoolClient['query'],
  release: () => client.release(),
})
