import { EventEmitter, once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginAfterCommit, onJobsEnqueued, recordHistory } from '../../../../server/db/after-commit'
import { preparedPool } from '../../../../server/db/prepared-pool'
import type { Database } from '../../../../server/db/tables'
import { inSnapshot, inTransaction, type Tx } from '../../../../server/db/transaction'
import { unavailable } from '../../../../server/db/unavailable'

const LOST = () => new Error('Connection terminated unexpectedly')
const RESET = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
const TIMEOUT = () => new Error('Query read timeout')
const NOT_SENT = () => new Error('Client has encountered a connection error and is not queryable')
const reported = (code: string) => Object.assign(new Error('reported by PostgreSQL'), { code })

/** The statement that writes the history, which is sent together with the COMMIT. */
const LAST = /insert into audit_events/

/** A connection on which statements fail as a test says. The last statement is answered once the COMMIT is sent. */
class FakeConnection extends EventEmitter {
  readonly connection = { stream: { cork: () => undefined, uncork: () => undefined } }
  isClosed = false
  fail: (text: string) => Error | undefined = () => undefined

  async query(query: string | pg.QueryConfig): Promise<{ command: string; rowCount: number; rows: unknown[] }> {
    const text = typeof query === 'string' ? query : query.text
    if (LAST.test(text)) await once(this, 'commit')
    else if (text === 'commit') {
      this.emit('commit')
      // The answers arrive in the order of the statements.
      await setImmediate()
    }
    const error = this.fail(text)
    if (error) throw error
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }

  release(error: unknown): void {
    this.isClosed = Boolean(error)
  }
}

let connection: FakeConnection
let db: Kysely<Database>

beforeEach(() => {
  connection = new FakeConnection()
  const pool = preparedPool({
    connect: async () => connection as unknown as pg.PoolClient,
    run: async () => undefined,
    readLast: async () => [],
    end: async () => undefined,
  })
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
})

function write(tx: Tx): Promise<unknown> {
  recordHistory(tx, {
    id: uuidv7(),
    actor_kind: 'system',
    actor_id: null,
    actor_name: 'test',
    ip: null,
    request_id: 'test',
    action: 'stations.updated',
    entity_type: 'stations',
    entity_id: uuidv7(),
    entity_label: 'LCA',
    changes: null,
    reason: null,
  })
  return sql`update stations set name = name`.execute(tx)
}

/** Returns the trouble that a failed call reports, or its message if it concerns no connection. */
const troubleOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => unavailable(error)?.trouble ?? (error as Error).message,
  )

describe('a transaction on PostgreSQL', () => {
  it.each([
    ['loses its connection', LOST],
    ['is reset', RESET],
    ['gets no answer in time', TIMEOUT],
    ['ends with the session', () => reported('57P01')],
    ['loses a pooler', () => reported('08P01')],
  ])('has an unknown outcome when its commit %s', async (_, error) => {
    connection.fail = (text) => (text === 'commit' ? error() : undefined)
    expect(await troubleOf(inTransaction(db, write))).toBe('unconfirmed')
    expect(connection.isClosed).toBe(true)
  })

  it('has an unknown outcome when the last statement and the commit get no answer', async () => {
    connection.fail = (text) => (text === 'commit' || LAST.test(text) ? LOST() : undefined)
    expect(await troubleOf(inTransaction(db, write))).toBe('unconfirmed')
  })

  it.each([
    ['a statement before the commit is lost', (text: string) => (text.startsWith('update') ? LOST() : undefined)],
    ['the commit was not sent', (text: string) => (text === 'commit' ? NOT_SENT() : undefined)],
    [
      'PostgreSQL ends the session at the last statement',
      (text: string) => (LAST.test(text) ? reported('57P01') : text === 'commit' ? LOST() : undefined),
    ],
  ])('is surely not made when %s', async (_, fail) => {
    connection.fail = fail
    expect(await troubleOf(inTransaction(db, write))).toBe('away')
  })

  it.each([
    ['23505', 'reported by PostgreSQL'],
    ['57014', 'slow'],
    ['53100', 'full'],
  ])('is rolled back when PostgreSQL refuses its commit with %s', async (code, trouble) => {
    connection.fail = (text) => (text === 'commit' ? reported(code) : undefined)
    expect(await troubleOf(inTransaction(db, write))).toBe(trouble)
  })

  it('has a known outcome when it only reads', async () => {
    connection.fail = (text) => (text === 'commit' ? LOST() : undefined)
    expect(await troubleOf(inSnapshot(db, (reader) => sql`select 1`.execute(reader)))).toBe('away')
  })

  it('wakes the workers of its jobs when its outcome is unknown', async () => {
    const woken: string[] = []
    onJobsEnqueued(db, (kinds) => woken.push(...kinds))
    connection.fail = (text) => (text === 'commit' ? LOST() : undefined)
    await troubleOf(
      inTransaction(db, async (tx) => {
        beginAfterCommit(tx, 'mail.send')
        return write(tx)
      }),
    )
    expect(woken).toEqual(['mail.send'])
  })

  describe('with a synchronous standby', () => {
    const warn = (routine: string) => {
      connection.fail = (text) => {
        if (text === 'commit') connection.emit('notice', { code: '01000', message: 'a warning', routine })
        return undefined
      }
    }

    it('has an unknown outcome when PostgreSQL stopped waiting for the standby', async () => {
      warn('SyncRepWaitForLSN')
      expect(await troubleOf(inTransaction(db, write))).toBe('unconfirmed')
      expect(connection.isClosed).toBe(false)
    })

    it('is done when an earlier transaction of its connection had the warning', async () => {
      warn('SyncRepWaitForLSN')
      await troubleOf(inTransaction(db, write))
      connection.fail = () => undefined
      expect(await troubleOf(inTransaction(db, write))).toBe('done')
    })

    it('is done when PostgreSQL warns of something else', async () => {
      warn('exec_stmt_raise')
      expect(await troubleOf(inTransaction(db, write))).toBe('done')
    })
  })
})
