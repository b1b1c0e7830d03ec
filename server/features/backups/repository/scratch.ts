import { rmSync } from 'node:fs'
import { ArchiveRefused, readArchivedMigrations, type Lines } from '../../../db/archive'
import { openDatabase, type OpenDatabase } from '../../../db/database'
import { migrate } from '../../../db/migrate'
import { readMigrations } from '../../../db/migration-files'
import { compareMigrations, labelOf, newestLabelOf, type Migration } from '../../../db/migration-plan'

/**
 * Returns the migrations of this version that an archive lacks; none for an archive of this version.
 * @throws ArchiveRefused for an archive of a newer or a modified version, or a file that is not an archive
 */
export async function pendingOf(lines: Lines): Promise<Migration[]> {
  const known = readMigrations()
  const { newestUnknown, changed, pending } = compareMigrations(known, await readArchivedMigrations(lines))
  if (newestUnknown !== null)
    throw new ArchiveRefused(
      `The backup was made by a newer version of Wayline: it is at ${labelOf(newestUnknown)}, and this version knows migrations up to ${newestLabelOf(known)}. Restore it with the newer version.`,
    )
  if (changed.length > 0)
    throw new ArchiveRefused(
      `The backup was migrated by other statements than those of this version: ${changed.map(labelOf).join(', ')}. Restore it with the version that made it.`,
    )
  return pending
}

/**
 * Runs `work` on an empty embedded database with the schema of an archive, and removes it afterwards.
 * @param folder of that database, which is deleted before and after; null uses memory
 * @param pending migrations that the archive lacks
 */
export async function onScratch<T>(
  folder: string | null,
  pending: readonly Migration[],
  work: (scratch: OpenDatabase) => Promise<T>,
): Promise<T> {
  removeFolder(folder)
  const scratch = await openDatabase({
    databaseUrl: null,
    databasePool: 1,
    dataDir: folder,
    durability: 'relaxed',
    queryLimitMs: 0,
    onError: () => undefined,
  })
  try {
    const lacking = new Set(pending.map(({ name }) => name))
    await migrate(scratch, { migrations: readMigrations().filter(({ name }) => !lacking.has(name)) })
    return await work(scratch)
  } finally {
    await scratch.close()
    removeFolder(folder)
  }
}

function removeFolder(folder: string | null): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
}
