import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { EmbeddedDatabase } from './embedded'
import { SqlError } from './pglite-protocol'
import { codeOf, DatabaseUnavailable, unavailable } from './unavailable'

/** Kysely's PostgreSQL dialect over the one connection of the embedded database. */
export function embeddedDialect(embedded: EmbeddedDatabase): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(embedded),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** Hands the connection to one caller at a time, first come first served, so that transactions never mix. */
class EmbeddedDriver implements Driver {
  #tail: Promise<void> = Promise.resolve()

  constructor(private readonly embedded: EmbeddedDatabase) {}

  async init(): Promise<void> {
    await this.embedded.ready()
  }

  async acquireConnection(): Promise<EmbeddedConnection> {
    let release = () => {}
    const before = this.#tail
    this.#tail = new Promise((resolve) => (release = resolve))
    await before
    return new EmbeddedConnection(this.embedded, release)
  }

  async beginTransaction(
    connection: EmbeddedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    connection.inTransaction = true
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    const mode = accessMode ? ` ${accessMode}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${level}${mode}`))
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    const wasLost = connection.isLost()
    try {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    } catch (error) {
      if (wasLost || !mayHaveCommitted(connection, error)) throw error
      connection.isUnconfirmed = true
      throw new DatabaseUnavailable('unconfirmed', error)
    }
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    if (connection.isLost()) return
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      if (!connection.isUnconfirmed) throw error
    }
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.embedded.close()
  }
}

/** System error of a full disk. It can follow the writing of the log, unlike PostgreSQL's own error 53100. */
const DISK_FULL = 'ENOSPC'

/** Returns whether a failed COMMIT may be on the disk: the engine ended, and did not report an error of the transaction. */
const mayHaveCommitted = (connection: EmbeddedConnection, error: unknown): boolean =>
  connection.isLost() || unavailable(error)?.trouble === 'away' || codeOf(error) === DISK_FULL

class EmbeddedConnection implements DatabaseConnection {
  inTransaction = false
  /** Whether the COMMIT of this connection failed with an unknown outcome; a failed rollback must not hide that. */
  isUnconfirmed = false
  readonly #generation: number

  constructor(
    private readonly embedded: EmbeddedDatabase,
    readonly release: () => void,
  ) {
    this.#generation = embedded.generation
  }

  /** Whether the worker was restarted, which ended a transaction that was open on the old one. */
  isLost(): boolean {
    return this.inTransaction && this.embedded.generation !== this.#generation
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isLost())
      throw new SqlError({ message: 'The database was restarted during this transaction.', code: '57P01' })
    const { rows, affectedRows } = await this.embedded.query(query.sql, query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database has no cursors; page through the rows by key.')
  }
}
