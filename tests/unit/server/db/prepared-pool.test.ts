import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { preparedPool, statementNames } from '../../../../server/db/prepared-pool'
import type { Database } from '../../../../server/db/tables'
import { inTransaction } from '../../../../server/db/transaction'

describe('names of prepared statements', () => {
  it('are given to a text that is repeated, and stay', () => {
    const nameOf = statementNames(1)
    expect(nameOf('select $1')).toBeUndefined()
    const name = nameOf('select $1')
    expect(name).toBeDefined()
    expect(nameOf('select $1')).toBe(name)
  })

  it('differ between texts', () => {
    const nameOf = statementNames(1)
    const texts = Array.from({ length: 50 }, (_, index) => `select $1 + ${index}`)
    for (const text of texts) nameOf(text)
    expect(new Set(texts.map(nameOf)).size).toBe(50)
  })

  it('differ between generations', () => {
    const names = [1, 2].map((generation) => {
      const nameOf = statementNames(generation)
      nameOf('select $1')
      return nameOf('select $1')
    })
    expect(new Set(names).size).toBe(2)
  })

  it('are limited, so that no connection fills up with plans', () => {
    const nameOf = statementNames(1)
    const texts = Array.from({ length: 2_000 }, (_, index) => `select $1 + ${index}`)
    for (const text of texts) nameOf(text)
    const named = texts.map(nameOf).filter((name) => name !== undefined)
    expect(named.length).toBeGreaterThan(0)
    expect(named.length).toBeLessThan(1_000)
  })
})

describe('a change of the schema under prepared statements', () => {
  /** The schema version that a statement is prepared for; PostgreSQL refuses statements of an older one. */
  let schemaVersion: number
  /** Statements that were executed, in order. */
  let executed: string[]
  let connections: FakeConnection[]
  let db: Kysely<Database>

  beforeEach(() => {
    schemaVersion = 1
    executed = []
    connections = []
    const idle: FakeConnection[] = []
    const connect = async () => {
      const connection = idle.pop() ?? new FakeConnection((isClosed) => void (isClosed || idle.push(connection)))
      if (!connections.includes(connection)) connections.push(connection)
      return connection as unknown as pg.PoolClient
    }
    const pool = preparedPool({
      connect,
      run: async () => undefined,
      readLast: async () => [],
      end: async () => undefined,
    })
    db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  })

  class FakeConnection {
    readonly connection = { stream: { cork: () => undefined, uncork: () => undefined } }
    isClosed = false
    #prepared = new Map<string, number>()

    constructor(private readonly onRelease: (isClosed: boolean) => void) {}

    on(): this {
      return this
    }

    async query(query: string | pg.QueryConfig): Promise<{ command: string; rowCount: number; rows: unknown[] }> {
      const { text, name } = typeof query === 'string' ? { text: query, name: undefined } : query
      if (name !== undefined) {
        const preparedFor = this.#prepared.get(name) ?? schemaVersion
        this.#prepared.set(name, preparedFor)
        if (preparedFor !== schemaVersion)
          throw Object.assign(new Error('cached plan must not change result type'), {
            code: '0A000',
            routine: 'RevalidateCachedQuery',
          })
      }
      executed.push(text)
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }

    release(error: unknown): void {
      this.isClosed = Boolean(error)
      this.onRelease(this.isClosed)
    }
  }

  const read = (executor: Kysely<Database>, n = 1) => sql`select ${n}`.execute(executor)
  const prepare = async () => {
    for (let times = 0; times < 3; times += 1) await read(db)
  }

  it('retries a statement outside of a transaction', async () => {
    await prepare()
    schemaVersion = 2
    await read(db)
    expect(executed).toEqual(Array(4).fill('select $1'))
  })

  it('restarts a transaction from its beginning', async () => {
    await prepare()
    schemaVersion = 2
    executed = []
    let runs = 0
    await inTransaction(db, async (tx) => {
      runs += 1
      await sql`select 'first'`.execute(tx)
      await read(tx)
    })
    expect(runs).toBe(2)
    expect(executed).toEqual(['begin', `select 'first'`, 'rollback', 'begin', `select 'first'`, 'select $1', 'commit'])
  })

  it('costs one more attempt, however many statements and connections have old plans', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => sql.raw(`as column_${index}`))
    const readAll = async (executor: Kysely<Database>) => {
      for (const alias of texts) await sql`select ${1} ${alias}`.execute(executor)
    }
    const both = () => Promise.all([inTransaction(db, readAll), inTransaction(db, readAll)])
    for (let times = 0; times < 3; times += 1) await both()
    expect(connections).toHaveLength(2)
    schemaVersion = 2
    let runs = 0
    await Promise.all(
      [1, 2].map(() =>
        inTransaction(db, async (tx) => {
          runs += 1
          await readAll(tx)
        }),
      ),
    )
    expect(runs).toBe(4)
  })

  it('closes the connections that have old plans, and no others', async () => {
    await prepare()
    schemaVersion = 2
    for (let times = 0; times < 5; times += 1) await read(db)
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  it('causes no retry after other errors of the same SQLSTATE', async () => {
    const connection = new FakeConnection(() => undefined)
    const pool = preparedPool({
      connect: async () => connection as unknown as pg.PoolClient,
      run: async () => undefined,
      readLast: async () => [],
      end: async () => undefined,
    })
    let attempts = 0
    connection.query = async () => {
      attempts += 1
      throw Object.assign(new Error('extension "x" is not available'), { code: '0A000', routine: 'parse_extension' })
    }
    const other = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    await expect(read(other)).rejects.toThrow('extension "x" is not available')
    expect(attempts).toBe(1)
  })
})
