import pg from 'pg'
import { placeOf } from './database-url'
import { PARSERS } from './type-parsers'
import { DatabaseUnavailable, lost, unavailable } from './unavailable'

/** Time limits of the connections to PostgreSQL, in milliseconds. */
export interface PostgresLimits {
  /** How long a connection may take to open. */
  connectMs: number
  /** How long a statement waits for a lock before it fails. */
  lockMs: number
  /** How long a statement may run, its waits for locks included. */
  statementMs: number
  /** How long a transaction may lie idle between its statements. */
  idleMs: number
  /** How long a call waits for one of the pool's connections. */
  queueMs: number
}

const DEFAULT_LIMITS: PostgresLimits = {
  connectMs: 5_000,
  lockMs: 3_000,
  statementMs: 30_000,
  idleMs: 60_000,
  queueMs: 10_000,
}
/** PostgreSQL itself stops a slow statement and says so; no answer this long after that means a lost connection. */
const ANSWER_SLACK_MS = 2_000
/** Message of the pool's error when a call has waited too long for a connection. */
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'
const KEEP_ALIVE_AFTER_MS = 10_000

/** Settings of a session: a statement, because poolers refuse `options` in the start-up packet. */
const sessionOf = ({ lockMs, statementMs, idleMs }: PostgresLimits) => `
  set timezone to 'UTC';
  set lock_timeout to ${lockMs};
  set statement_timeout to ${statementMs};
  set idle_in_transaction_session_timeout to ${idleMs};
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`

/** A statement with a limit of its own, which the driver knows and its types do not. */
export interface LimitedQuery extends pg.QueryConfig {
  query_timeout: number
}

interface PoolSettings {
  connections: number
  answerMs?: number
}

export interface ConnectionPool {
  /** @throws DatabaseUnavailable */
  connect: () => Promise<pg.PoolClient>
  /** Runs a statement, or a script of several without values. @throws DatabaseUnavailable, or what PostgreSQL says */
  run: (query: pg.QueryConfig) => Promise<void>
  /** Runs a script of several statements and returns the rows of the last one. @throws as `run` */
  readLast: <R extends pg.QueryResultRow>(script: string) => Promise<R[]>
  end: () => Promise<void>
}

/** The servers of a DATABASE_URL, one of which takes writes, and every connection of this process to them. */
export class PostgresServers {
  #chosen = 0
  #isGivenUp = false
  readonly #open = new Set<pg.Client>()
  readonly #limits: PostgresLimits

  /**
   * @param servers one URL each, in the order to try them
   * @param limits those that differ from the defaults
   */
  constructor(
    private readonly servers: readonly string[],
    private readonly onError: (error: Error) => void,
    limits: Partial<PostgresLimits> = {},
  ) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
  }

  /** Where the next connection goes to, `host:port`. */
  get place(): string {
    return placeOf(this.#server)
  }

  pool({ connections, answerMs = this.#answerMs }: PoolSettings): ConnectionPool {
    const connect = (config?: pg.ClientConfig) => this.#client({ ...config, query_timeout: answerMs, pipeline: true })
    const pool = new pg.Pool({
      max: connections,
      connectionTimeoutMillis: this.#limits.queueMs,
      // A function that returns an object makes what `new` makes.
      Client: function (config?: pg.ClientConfig) {
        return connect(config)
      } as unknown as new () => pg.Client,
      verify: (client, done) => void this.#begin(client).then(() => done(), done),
    })
    // Without a listener a restart of the database would end this process.
    pool.on('error', this.onError)
    const take = () => this.#firstWritable(() => pool.connect())
    const query = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      const client = await take()
      try {
        const answer = await client.query(config)
        client.release()
        return answer
      } catch (error) {
        // It may be in the middle of a transaction.
        client.release(error as Error)
        throw lost(error) ?? error
      }
    }
    return {
      connect: take,
      run: async (config) => {
        await query(config)
      },
      readLast: async <R extends pg.QueryResultRow>(script: string) => lastRows<R>(await query({ text: script })),
      end: () => pool.end(),
    }
  }

  /** A connection that belongs to no pool, ready to work. Whoever takes it ends it. */
  connect(): Promise<pg.Client> {
    return this.#firstWritable(async () => {
      const client = this.#client({ query_timeout: this.#answerMs })
      try {
        await client.connect()
        await this.#begin(client)
        return client
      } catch (error) {
        void client.end()
        throw error
      }
    })
  }

  /** Breaks every connection, whatever waits on it: what they do is rolled back. None is made any more. */
  giveUp(): void {
    this.#isGivenUp = true
    for (const client of this.#open) client.connection.stream.destroy()
  }

  get #answerMs(): number {
    return this.#limits.statementMs + ANSWER_SLACK_MS
  }

  get #server(): string {
    return this.servers[this.#chosen] ?? ''
  }

  #client(config: pg.ClientConfig): pg.Client {
    const client = new pg.Client({
      ...config,
      connectionString: this.#server,
      connectionTimeoutMillis: this.#isGivenUp ? 1 : this.#limits.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      types: {
        getTypeParser: (oid, format) =>
          PARSERS[oid] ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
      },
    })
    // The pool hears those that lie idle only, and an error that nobody hears ends the process.
    client.on('error', () => undefined)
    this.#open.add(client)
    client.once('end', () => this.#open.delete(client))
    return client
  }

  /** Tries each server once, beginning with the one that served last. @throws DatabaseUnavailable */
  async #firstWritable<T>(connect: () => Promise<T>): Promise<T> {
    let failure: DatabaseUnavailable | undefined
    for (const _ of this.servers) {
      const tried = this.#chosen
      try {
        return await connect()
      } catch (error) {
        if ((error as Error).message === QUEUE_TIMEOUT) throw new DatabaseUnavailable('crowded', error)
        if (tried === this.#chosen) this.#chosen = (tried + 1) % this.servers.length
        // That one of several is a standby explains less than what keeps the others from answering.
        if (!failure || failure.trouble === 'read-only')
          failure = unavailable(error) ?? new DatabaseUnavailable('away', error)
      }
    }
    throw failure ?? new DatabaseUnavailable('away', null)
  }

  /** @throws DatabaseUnavailable where the server takes no writes */
  async #begin(client: pg.ClientBase): Promise<void> {
    const settings: LimitedQuery = { text: sessionOf(this.#limits), query_timeout: this.#limits.connectMs }
    const [session] = lastRows<{ is_read_only: boolean }>(await client.query(settings))
    if (session?.is_read_only) throw new DatabaseUnavailable('read-only', null)
  }
}

/** Returns the rows of the last statement of a script, for which the driver returns an array that its types do not know. */
const lastRows = <R extends pg.QueryResultRow>(answers: pg.QueryResult): R[] =>
  (answers as unknown as pg.QueryResult<R>[]).at(-1)?.rows ?? []
