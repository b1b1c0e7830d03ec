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
/** PostgreSQL stops a slow statement itself and reports it; no answer this long after that means a lost connection. */
const ANSWER_SLACK_MS = 2_000
/** Message of the pool's error when a call has waited too long for a connection. */
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect'
const KEEP_ALIVE_AFTER_MS = 10_000

/** Session settings, sent as a statement because poolers refuse `options` in the start-up packet. */
const sessionOf = ({ lockMs, statementMs, idleMs }: PostgresLimits) => `
  set timezone to 'UTC';
  set lock_timeout to ${lockMs};
  set statement_timeout to ${statementMs};
  set idle_in_transaction_session_timeout to ${idleMs};
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`

/** Statement with its own time limit, which the driver supports but its types do not declare. */
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
  /** Runs a statement, or a script of several without values. @throws DatabaseUnavailable, or the error of PostgreSQL */
  run: (query: pg.QueryConfig) => Promise<void>
  /** Runs a script of several statements and returns the rows of the last one. @throws as `run` */
  readLast: <R extends pg.QueryResultRow>(script: string) => Promise<R[]>
  end: () => Promise<void>
}

/** Servers of a DATABASE_URL, one of which accepts writes, and all connections of this process to them. */
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

  /** Server of the next connection, `host:port`. */
  get place(): string {
    return placeOf(this.#server)
  }

  pool({ connections, answerMs = this.#answerMs }: PoolSettings): ConnectionPool {
    const connect = (config?: pg.ClientConfig) => this.#client({ ...config, query_timeout: answerMs, pipeline: true })
    const pool = new pg.Pool({
      max: connections,
      connectionTimeoutMillis: this.#limits.queueMs,
      Client: new Proxy(pg.Client, { construct: (_, [config]: [pg.ClientConfig?]) => connect(config) }),
      verify: (client, done) => void this.#begin(client).then(() => done(), done),
    })
    // Without a listener, a restart of the database would end this process.
    pool.on('error', this.onError)
    const take = () => this.#firstWritable(() => pool.connect())
    const query = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      const client = await take()
      try {
        const answer = await client.query(config)
        client.release()
        return answer
      } catch (error) {
        // The connection may be in the middle of a transaction.
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

  /** Opens a connection outside the pools. The caller closes it. */
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

  /** Closes all connections at once, so that their work is rolled back, and prevents new ones. */
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
    // The pool listens to idle clients only, and an unhandled error ends the process.
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
        // Why other servers do not answer explains more than that one of them is a standby.
        if (!failure || failure.trouble === 'read-only')
          failure = unavailable(error) ?? new DatabaseUnavailable('away', error)
      }
    }
    throw failure ?? new DatabaseUnavailable('away', null)
  }

  /** Sets up a session. @throws DatabaseUnavailable if the server accepts no writes */
  async #begin(client: pg.ClientBase): Promise<void> {
    const settings: LimitedQuery = { text: sessionOf(this.#limits), query_timeout: this.#limits.connectMs }
    const [session] = lastRows<{ is_read_only: boolean }>(await client.query(settings))
    if (session?.is_read_only) throw new DatabaseUnavailable('read-only', null)
  }
}

/** Returns the rows of the last statement of a script, for which the driver returns an array that its types do not know. */
const lastRows = <R extends pg.QueryResultRow>(answers: pg.QueryResult<R>): R[] => [answers].flat().at(-1)?.rows ?? []
