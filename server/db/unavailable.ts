/** Why the database could not do what it was asked for, where nothing is wrong with what was asked. */
export type Trouble = 'away' | 'crowded' | 'full' | 'newer-schema' | 'older-schema' | 'read-only' | 'slow'

const WORDS: Record<Trouble, string> = {
  away: 'The database does not answer.',
  crowded: 'No connection to the database is free.',
  full: 'The disk of the database is full.',
  'newer-schema': 'A newer version of Wayline has migrated the database.',
  'older-schema': 'The database lacks a migration of this version.',
  'read-only': 'The database takes no writes: it is a standby.',
  slow: 'The database took too long.',
}

/** SQLSTATE lock_not_available: somebody else has what was to be locked, for longer than anybody waits for it. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** SQLSTATEs by their beginning, the longer one first where two fit. */
const TROUBLES: readonly (readonly [prefix: string, Trouble])[] = [
  ['53100', 'full'],
  ['53300', 'crowded'],
  ['53', 'away'],
  ['25006', 'read-only'],
  ['25P03', 'away'],
  [LOCK_NOT_AVAILABLE, 'slow'],
  ['57014', 'slow'],
  ['57P', 'away'],
  // Serialization failure and deadlock, after the transaction has run again several times.
  ['40001', 'slow'],
  ['40P01', 'slow'],
  ['08', 'away'],
  ['ENOSPC', 'full'],
]

/** The database is there for nobody just now; the same call may succeed after a while. */
export class DatabaseUnavailable extends Error {
  /** What the database said, for whoever has a better answer to it. */
  readonly code: string | undefined
  constructor(
    readonly trouble: Trouble,
    cause: unknown,
  ) {
    super(WORDS[trouble], { cause })
    this.code = codeOf(cause)
  }
}

/** @returns the SQLSTATE of an error of the database, or the code of one of the system's */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** @returns what an error of either engine says about the state of the database; null where it is about the statement. */
export function unavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error
  const code = codeOf(error)
  const found = TROUBLES.find(([prefix]) => code?.startsWith(prefix))
  return found ? new DatabaseUnavailable(found[1], error) : null
}

const FEATURE_NOT_SUPPORTED = '0A000'
/** The function of PostgreSQL that finds out that the result of a prepared statement has other columns than before. */
const PLAN_REVALIDATION = 'RevalidateCachedQuery'

/** Returns whether a prepared statement failed because a change of the schema came after its preparation. */
export function isStalePlan(error: unknown): boolean {
  const { routine } = (error ?? {}) as { routine?: unknown }
  return codeOf(error) === FEATURE_NOT_SUPPORTED && routine === PLAN_REVALIDATION
}

/** What the driver says when a connection is gone bears no code, unlike what PostgreSQL or the system says. */
const LOST = /^(Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

/** The same for an error of a connection of PostgreSQL, where the system and the driver have their say, too. */
export function lost(error: unknown): DatabaseUnavailable | null {
  const { message = '', syscall } = error as { message?: string; syscall?: string }
  const isLost = syscall !== undefined || LOST.test(message)
  return isLost ? new DatabaseUnavailable('away', error) : unavailable(error)
}
