import type pg from 'pg'
import type { PostgresServers } from './postgres'
import { unavailable, type DatabaseUnavailable } from './unavailable'
import { growingWaits, pause } from './waits'

/** PostgreSQL 15, in the format of `server_version_num`. */
const OLDEST_VERSION = 150_000
/** Connections outside the pool: one listens, one probes whether writes are accepted. */
const CONNECTIONS_APART = 2
/** SQLSTATEs that waiting does not resolve: authentication, database, schema or access rights. */
const HOPELESS = /^(28|3D|3F|42)/

/** The server cannot start with this database. The message is for its operator and names the remedy. */
export class DatabaseUnusable extends Error {}

const PERMISSION_DENIED = '42501'
/** SQLSTATEs of an extension without files on the server of PostgreSQL, or that is not allowed there. */
const EXTENSION_MISSING = new Set(['58P01', '0A000'])

/** Returns a sentence with the remedy if the database is the cause of a failed start; null for any other error. */
export function startTrouble(error: unknown): string | null {
  if (error instanceof DatabaseUnusable) return error.message
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (code === PERMISSION_DENIED)
    return `PostgreSQL says: ${message}. The role in DATABASE_URL has to own its database.`
  if (EXTENSION_MISSING.has(code) && message.includes('extension'))
    return `PostgreSQL says: ${message}. Install its contrib package, which has btree_gist and pg_trgm.`
  const away = unavailable(error)
  return away && inWords(away)
}

interface Patience {
  /** Milliseconds that a start waits for a database that accepts writes. */
  waitMs: number
  /** Receives a sentence about what the start waits for, or what is not as configured. */
  onWait: (sentence: string) => void
}

/**
 * Waits for a server that accepts writes, and checks its version and settings.
 * @param wanted requested connections of the pool
 * @returns how many of them are available
 * @throws DatabaseUnusable
 */
export async function awaitPostgres(servers: PostgresServers, wanted: number, patience: Patience): Promise<number> {
  const client = await firstClient(servers, patience)
  try {
    const facts = await factsOf(client)
    if (facts.version < OLDEST_VERSION)
      throw new DatabaseUnusable(`PostgreSQL at ${servers.place} is older than version 15. Bring it up to date.`)
    await refuseSharedSessions(client, servers)
    const most = Math.max(1, facts.connections - facts.reserved - CONNECTIONS_APART)
    if (wanted > most)
      patience.onWait(
        `PostgreSQL allows ${facts.connections} connections, ${facts.reserved} of them reserved: this process uses ${most} and not ${wanted}. Lower DATABASE_POOL, or raise max_connections.`,
      )
    return Math.min(wanted, most)
  } finally {
    await client.end()
  }
}

async function firstClient(servers: PostgresServers, { waitMs, onWait }: Patience): Promise<pg.Client> {
  const until = performance.now() + waitMs
  const waits = growingWaits()
  for (;;) {
    try {
      return await servers.connect()
    } catch (error) {
      const { code = '', message: said = '' } = causeOf(error)
      const reason = inWords(error as DatabaseUnavailable)
      if (HOPELESS.test(code)) throw new DatabaseUnusable(`PostgreSQL denies access: ${said}. Check DATABASE_URL.`)
      const leftMs = until - performance.now()
      if (leftMs <= 0) throw new DatabaseUnusable(`${reason} ${remedyOf(error)}`)
      onWait(`${reason} Trying again for ${Math.ceil(leftMs / 1_000)} s.`)
      await pause(Math.min(waits.next().value, leftMs))
    }
  }
}

interface Cause {
  code?: string
  message?: string
  /** System call that failed. */
  syscall?: string
  /** Name that was looked up. */
  hostname?: string
}

const causeOf = (error: unknown): Cause => (error as Error).cause ?? {}
const isLookup = ({ syscall }: Cause): boolean => syscall === 'getaddrinfo'

const remedyOf = (error: unknown): string =>
  isLookup(causeOf(error))
    ? 'Check the host name in DATABASE_URL, and the name servers of this machine.'
    : 'Start it, or check DATABASE_URL.'

/** Returns the trouble with the message of the system or of PostgreSQL. */
function inWords(trouble: DatabaseUnavailable): string {
  const cause = causeOf(trouble)
  const { code, message } = cause
  if (isLookup(cause)) return `The address of the database, ${cause.hostname}, does not resolve (${code}).`
  const said = message || code
  return said ? `${trouble.message.replace(/\.$/, '')} (${said}).` : trouble.message
}

interface Facts {
  version: number
  connections: number
  /** Connections for administrators, who must get in when all others are in use. */
  reserved: number
}

async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num')::int as version, current_setting('max_connections')::int as connections,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved`)
  const [facts] = rows
  if (!facts) throw new DatabaseUnusable('PostgreSQL does not return its settings.')
  return facts
}

/** Refuses a pooler that changes the session with each transaction, because it loses listeners and prepared statements. */
async function refuseSharedSessions(client: pg.Client, servers: PostgresServers): Promise<void> {
  const other = await servers.connect()
  try {
    const seen = [await backendOf(client), await backendOf(other), await backendOf(client)]
    if (seen[0] === seen[2] && seen[0] !== seen[1]) return
    throw new DatabaseUnusable(
      'DATABASE_URL leads to a pooler that changes the session with every transaction. Set pool_mode=session for this database in PgBouncer, or name PostgreSQL itself.',
    )
  } finally {
    await other.end()
  }
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
