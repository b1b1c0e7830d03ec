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
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    if (connection.isLost()) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.embedded.close()
  }
}

class EmbeddedConnection implements DatabaseConnection {
  inTransaction = false
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
