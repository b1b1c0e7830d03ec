import { sentence, type Sentence } from '../../contract/core/sentence'

/** Reason why the database could not execute a valid request. */
export type Trouble =
  | 'away'
  | 'crowded'
  | 'full'
  | 'newer-schema'
  | 'older-schema'
  | 'read-only'
  | 'slow'
  /** A COMMIT was sent, and whether the transaction is committed is unknown. */
  | 'unconfirmed'

const FACTS: Record<Trouble, Sentence> = {
  away: sentence`The database does not answer.`,
  crowded: sentence`No connection to the database is free.`,
  full: sentence`The disk of the database is full.`,
  'newer-schema': sentence`A newer version of Wayline has migrated the database.`,
  'older-schema': sentence`The database lacks a migration of this version.`,
  'read-only': sentence`The database accepts no writes: it is a standby.`,
  slow: sentence`The database took too long.`,
  unconfirmed: sentence`The database did not confirm the commit.`,
}

/** SQLSTATE lock_not_available: another transaction has the lock for longer than the lock timeout. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** SQLSTATE prefixes; a longer prefix precedes a shorter one that also matches. */
const TROUBLES: readonly (readonly [prefix: string, Trouble])[] = [
  ['53100', 'full'],
  ['53300', 'crowded'],
  ['53', 'away'],
  ['25006', 'read-only'],
  ['25P03', 'away'],
  [LOCK_NOT_AVAILABLE, 'slow'],
  ['57014', 'slow'],
  ['57P', 'away'],
  // Serialization failure and deadlock, after several attempts of the transaction.
  ['40001', 'slow'],
  ['40P01', 'slow'],
  ['08', 'away'],
  ['ENOSPC', 'full'],
]

/** The database is currently unavailable; the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  /** SQLSTATE or system error code of the cause, for callers with a more specific answer. */
  readonly code: string | undefined
  readonly fact: Sentence
  constructor(
    readonly trouble: Trouble,
    cause: unknown,
  ) {
    super(String(FACTS[trouble]), { cause })
    this.fact = FACTS[trouble]
    this.code = codeOf(cause)
  }
}

/** Returns the SQLSTATE of a database error, or the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** Returns what an error of either engine means for the whole database; null if it concerns the statement only. */
export function unavailable(error: unknown): DatabaseUnavailable | null {
  if (error instanceof DatabaseUnavailable) return error
  const code = codeOf(error)
  const found = TROUBLES.find(([prefix]) => code?.startsWith(prefix))
  return found ? new DatabaseUnavailable(found[1], error) : null
}

const FEATURE_NOT_SUPPORTED = '0A000'
/** PostgreSQL function that detects changed result columns of a prepared statement. */
const PLAN_REVALIDATION = 'RevalidateCachedQuery'

/** Returns whether a prepared statement failed because the schema changed after its preparation. */
export function isStalePlan(error: unknown): boolean {
  const { routine } = (error ?? {}) as { routine?: unknown }
  return codeOf(error) === FEATURE_NOT_SUPPORTED && routine === PLAN_REVALIDATION
}

/** Driver messages for a lost connection. They have no code, unlike errors of PostgreSQL and of the system. */
const LOST = /^(Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

/** Returns the same as `unavailable` for an error of a PostgreSQL connection, which may also come from system or driver. */
export function lost(error: unknown): DatabaseUnavailable | null {
  const { message = '', syscall } = error as { message?: string; syscall?: string }
  const isLost = syscall !== undefined || LOST.test(message)
  return isLost ? new DatabaseUnavailable('away', error) : unavailable(error)
}

/** Driver messages for a statement that was refused before it was sent. */
const NOT_SENT = /^Client (was closed|has encountered a connection error)/

/**
 * Returns what the error of a COMMIT on a PostgreSQL connection means: an error of PostgreSQL itself rolls the transaction
 * back, and a lost connection leaves the outcome unknown.
 * @param broken what an earlier statement of the same transaction reported about the connection
 */
export function lostCommit(error: unknown, broken: DatabaseUnavailable | undefined): DatabaseUnavailable | null {
  const trouble = lost(error)
  const isUnknown = trouble?.trouble === 'away' && !isReported(broken) && !NOT_SENT.test((error as Error).message)
  return isUnknown ? new DatabaseUnavailable('unconfirmed', error) : trouble
}

/** Returns whether PostgreSQL reported that it ends the connection, so that it executes nothing more on it. */
const isReported = (broken: DatabaseUnavailable | undefined): boolean => /^(25|53|57)/.test(broken?.code ?? '')
