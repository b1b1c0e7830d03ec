import { DatabaseUnusable } from './postgres-start'
import { DatabaseUnavailable } from './unavailable'

export interface Migration {
  /** File name. */
  name: string
  script: string
  /** SHA-256 of the script without comments and blanks; recorded in the database. */
  sha256: string
  /** Other hashes that databases may have recorded for it. */
  otherHashes: readonly string[]
}

export interface AppliedMigration {
  name: string
  /** Complete in databases, only the first digits in backups. */
  sha256: string
}

export interface MigrationComparison {
  /** Newest applied migration that this version does not know; null without one. */
  newestUnknown: string | null
  /** Applied migrations with other statements than in this version. */
  changed: string[]
  /** Migrations of this version that are not applied, in order. */
  pending: Migration[]
}

/** Compares the migrations of this version with those that a database or a backup has. */
export function compareMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationComparison {
  const knownByName = new Map(known.map((migration) => [migration.name, migration]))
  const appliedNames = new Set(applied.map(({ name }) => name))
  const isChanged = ({ name, sha256 }: AppliedMigration) => {
    const migration = knownByName.get(name)
    return (
      migration !== undefined && ![migration.sha256, ...migration.otherHashes].some((hash) => hash.startsWith(sha256))
    )
  }
  return {
    newestUnknown: newestOf(applied.filter(({ name }) => !knownByName.has(name))),
    changed: applied.filter(isChanged).map(({ name }) => name),
    pending: known.filter(({ name }) => !appliedNames.has(name)),
  }
}

/**
 * Returns the migrations that a database lacks, in order.
 * @throws DatabaseUnusable when a newer or a changed version of Wayline has migrated it
 */
export function planMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const { newestUnknown, changed, pending } = compareMigrations(known, applied)
  if (newestUnknown !== null)
    throw new DatabaseUnusable(
      `A newer version of Wayline has migrated this database to ${labelOf(newestUnknown)}; this version knows migrations up to ${newestLabelOf(known)}. Nothing was changed. Install the newer version, or restore a backup made by this version into an empty database.`,
    )
  if (changed.length > 0)
    throw new DatabaseUnusable(
      `This database was migrated by other statements than those of this version: ${changed.map(labelOf).join(', ')}. Nothing was changed. Install the version that migrated it, or undo the changes to these files of server/db/migrations.`,
    )
  return pending
}

/**
 * Checks that the database still has the schema of the running process.
 * @throws DatabaseUnavailable `newer-schema` or `older-schema`, with a cause that names the migration
 */
export function requireSameSchema(known: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const { newestUnknown, pending } = compareMigrations(known, applied)
  if (newestUnknown !== null)
    throw new DatabaseUnavailable(
      'newer-schema',
      new Error(
        `The database is at ${labelOf(newestUnknown)}; this version knows migrations up to ${newestLabelOf(known)}.`,
      ),
    )
  if (pending.length > 0)
    throw new DatabaseUnavailable(
      'older-schema',
      new Error(
        `The database is at ${newestLabelOf(applied)} and lacks ${pending.map(({ name }) => labelOf(name)).join(', ')}.`,
      ),
    )
}

/** Returns a migration's name as operators read it. */
export const labelOf = (name: string): string => name.replace(/\.sql$/, '')

/** Returns the name of the newest of some migrations as operators read it. */
export const newestLabelOf = (migrations: readonly { name: string }[]): string =>
  labelOf(newestOf(migrations) ?? 'none')

function newestOf(migrations: readonly { name: string }[]): string | null {
  return (
    migrations
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? null
  )
}
