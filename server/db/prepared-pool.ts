import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { ConnectionPool } from './postgres'
import { DatabaseUnavailable, isStalePlan, lost, lostCommit, type Trouble } from './unavailable'

/** A text gets a name from its second use on: the first may be the only one, as with a rare filter. */
const PREPARED_FROM_USE = 2
/** Each connection stores the plan of each name; further texts are sent without a name. */
const MAX_NAMES = 400
const MAX_SEEN_ONCE = 5_000

/** A dead connection, or one to a server that has become a standby, is not reused. */
const ENDS_CONNECTION = new Set<Trouble>(['away', 'read-only', 'unconfirmed'])

/** Commands without a result to wait for: they are sent together with the statement that follows. */
const GO_AHEAD: readonly string[] = ['begin', 'savepoint attempt', 'release savepoint attempt']
const NOTHING: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/**
 * PostgreSQL function that warns when the wait for a standby is cancelled: the commit is stored, but a failover may lose
 * it. The text of the warning depends on the language of the server.
 */
const REPLICATION_WAIT = 'SyncRepWaitForLSN'

/**
 * Lets PostgreSQL reuse the plans of repeated statements. A named statement is parsed and planned once per connection and
 * not once per call, which is half the cost of a short one. When the schema changes under a prepared statement, all
 * statements get new names, a statement outside of a transaction runs once more, and connections that have statements of
 * the old names are closed when they are released.
 */
export function preparedPool(pool: ConnectionPool): PostgresPool {
  let generation = 1
  let nameOf = statementNames(generation)
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function preparing(client: pg.PoolClient): PostgresPoolClient {
    const firstGeneration = generation
    let broken: DatabaseUnavailable | undefined
    let ahead: string[] = []
    let isInTransaction = false
    let isReadOnly = false
    const unreplicated: unknown[] = []
    client.on('notice', (notice) => {
      if (notice.routine === REPLICATION_WAIT) unreplicated.push(notice)
    })
    const send = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const usedGeneration = generation
      const name = values.length > 0 ? nameOf(text) : undefined
      try {
        sendTogether(client)
        const gone = ahead.length > 0 ? client.query(ahead.join(';')) : undefined
        ahead = []
        const [result] = await Promise.all([client.query({ text, values: [...values], ...(name && { name }) }), gone])
        return result as PostgresQueryResult<R>
      } catch (error) {
        if (isStalePlan(error)) renameStatements(usedGeneration)
        const trouble = text === 'commit' && !isReadOnly ? lostCommit(error, broken) : lost(error)
        if (trouble && ENDS_CONNECTION.has(trouble.trouble)) broken = trouble
        throw trouble ?? error
      }
    }
    const commit = async <R>(): Promise<PostgresQueryResult<R>> => {
      unreplicated.length = 0
      const answer = await send<R>('commit', [])
      if (unreplicated.length > 0) throw new DatabaseUnavailable('unconfirmed', unreplicated[0])
      return answer
    }
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (broken) throw broken
      if (text === 'begin' || text.startsWith('start transaction')) {
        isInTransaction = true
        isReadOnly = text.endsWith('read only')
      }
      if (GO_AHEAD.includes(text)) {
        ahead.push(text)
        return NOTHING
      }
      const isEnd = text === 'commit' || text === 'rollback'
      const isUnasked = ahead[0] === 'begin' && isEnd
      if (isUnasked || text === 'rollback') ahead = []
      if (isEnd) isInTransaction = false
      if (isUnasked) return NOTHING
      if (text === 'commit') return commit()
      if (isInTransaction) return send(text, values)
      try {
        return await send(text, values)
      } catch (error) {
        // PostgreSQL refuses a stale plan before it executes anything, so that the statement can be sent again.
        if (!isStalePlan(error)) throw error
        return send(text, values)
      }
    }
    // The overload with a cursor is for streams, which nothing here reads.
    return {
      query: query as PostgresPoolClient['query'],
      release: () => client.release(broken ?? firstGeneration !== generation),
    }
  }

  /** @param usedGeneration generation of the failed name; several statements may fail after one change */
  function renameStatements(usedGeneration: number): void {
    if (usedGeneration !== generation) return
    generation += 1
    nameOf = statementNames(generation)
  }

  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparing(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

/** Sends all queries up to the next tick of the event loop in one packet. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Returns a function that returns the name of a text from its second use on.
 * @param generation makes the names differ from those of other generations
 */
export function statementNames(generation: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMES) return known
    const uses = (seen.get(text) ?? 0) + 1
    if (uses < PREPARED_FROM_USE) {
      if (seen.size >= MAX_SEEN_ONCE) seen.clear()
      seen.set(text, uses)
      return undefined
    }
    seen.delete(text)
    const name = `wayline_${generation}_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
