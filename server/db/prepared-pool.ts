import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { ConnectionPool } from './postgres'
import { isStalePlan, lost, type DatabaseUnavailable, type Trouble } from './unavailable'

/** From the second time on a text is worth a name; the first may be the last, as with a filter that nobody asks again. */
const PREPARED_FROM_USE = 2
/** Each connection keeps the plan of each name; behind this many, texts go as they are. */
const MAX_NAMES = 400
const MAX_SEEN_ONCE = 5_000

/** One that is dead, or leads to a server that has become a standby, is not handed out again. */
const ENDS_CONNECTION = new Set<Trouble>(['away', 'read-only'])

/** What is answered with nothing worth waiting for: it goes with the statement that follows. */
const GO_AHEAD: readonly string[] = ['begin', 'savepoint attempt', 'release savepoint attempt']
const NOTHING: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/**
 * Lets PostgreSQL keep the plans of what is asked again and again: with a name, a statement is parsed and planned once a
 * connection and not once a call, which is half of what a short one costs. When the schema changes under a prepared
 * statement, all statements get new names, a statement outside of a transaction runs once more, and connections that have
 * statements of the old names are closed when they are released.
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
    const send = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const usedGeneration = generation
      const name = values.length > 0 ? nameOf(text) : undefined
      try {
        sendTogether(client)
        const gone = ahead.length > 0 ? client.query(ahead.join(';')) : undefined
        ahead = []
        const [result] = await Promise.all([client.query({ text, values: [...values], ...(name && { name }) }), gone])
        return result as unknown as PostgresQueryResult<R>
      } catch (error) {
        if (isStalePlan(error)) renameStatements(usedGeneration)
        const trouble = lost(error)
        if (trouble && ENDS_CONNECTION.has(trouble.trouble)) broken = trouble
        throw trouble ?? error
      }
    }
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (broken) throw broken
      if (text === 'begin' || text.startsWith('start transaction')) isInTransaction = true
      if (GO_AHEAD.includes(text)) {
        ahead.push(text)
        return NOTHING
      }
      const isEnd = text === 'commit' || text === 'rollback'
      const isUnasked = ahead[0] === 'begin' && isEnd
      if (isUnasked || text === 'rollback') ahead = []
      if (isEnd) isInTransaction = false
      if (isUnasked) return NOTHING
      if (isInTransaction) return send(text, values)
      try {
        return await send(text, values)
      } catch (error) {
        // PostgreSQL refuses a stale plan before it executes anything, so that the statement can be sent again.
        if (!isStalePlan(error)) throw error
        return send(text, values)
      }
    }
    // The other way to call it, with a cursor, is for streams, which nothing here reads.
    return {
      query: query as PostgresPoolClient['query'],
      release: () => client.release(broken ?? firstGeneration !== generation),
    }
  }

  /** @param usedGeneration that of the name that has failed; several statements may fail after one change */
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

/** Has what is asked from here to the next pause go in one packet. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Gives a text its name once it comes again.
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
