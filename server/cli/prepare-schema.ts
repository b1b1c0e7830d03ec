import type { OpenDatabase } from '../db/database'
import { inspectSchema, migrate, requireCurrentSchema } from '../db/migrate'

/**
 * Sets up an empty database, and otherwise requires the schema of this version: a command never migrates data, since a
 * server of an older version may be running on it.
 * @throws DatabaseUnusable
 */
export async function prepareSchema(database: OpenDatabase, say: (sentence: string) => void): Promise<void> {
  const { applied } = await inspectSchema(database.db)
  if (applied.length === 0) await migrate(database, { onWait: say, onProgress: say })
  else await requireCurrentSchema(database.db)
}
