import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DataFolderInUse, openDatabase, type OpenDatabase } from '../../../../server/db/database'
import { maintain, refreshStatistics } from '../../../../server/db/embedded-maintenance'
import { inTransaction } from '../../../../server/db/transaction'

const folder = mkdtempSync(join(tmpdir(), 'wayline-db-'))
const settings = {
  databaseUrl: null,
  databasePool: 1,
  durability: 'strict' as const,
  queryLimitMs: 2_000,
  onError: () => undefined,
}
const open = (dataDir: string | null) => openDatabase({ ...settings, dataDir })
const SLOW_QUERY = sql`select count(*) from generate_series(1, 400000000)`

describe('the embedded database', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open(folder)
    await database.exec('create table t (n int)')
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const count = async () => (await sql<{ n: number }>`select count(*) as n from t`.execute(database.db)).rows[0]?.n

  /** Reads the planner's estimate of the rows of a table; -1 before its first statistics. */
  const sizeOf = async (table: string) =>
    (await sql<{ n: number }>`select reltuples as n from pg_class where relname = ${table}`.execute(database.db))
      .rows[0]?.n

  it('is opened by one process at a time', async () => {
    await expect(open(folder)).rejects.toThrow(DataFolderInUse)
    await expect(open(folder)).rejects.toThrow(String(process.pid))
  })

  it('returns numbers, days and instants in the format of the contract', async () => {
    const { rows } =
      await sql`select count(*) as count, date '2026-03-29' as day, timestamptz '2026-03-29 01:30:00+01' as at`.execute(
        database.db,
      )
    expect(rows).toEqual([{ count: 1, day: '2026-03-29', at: '2026-03-29T00:30:00Z' }])
  })

  it('isolates transactions: the rollback of one keeps the writes of another', async () => {
    await sql`truncate t`.execute(database.db)
    const failing = inTransaction(database.db, async (tx) => {
      await sql`insert into t values (1)`.execute(tx)
      await sql`insert into t values (2)`.execute(tx)
      throw new Error('changed my mind')
    })
    const other = sql`insert into t values (3)`.execute(database.db)
    await expect(failing).rejects.toThrow('changed my mind')
    await other
    const { rows } = await sql<{ n: number }>`select n from t`.execute(database.db)
    expect(rows).toEqual([{ n: 3 }])
  })

  it('stops a query that exceeds its limit and continues with its data', async () => {
    await sql`truncate t`.execute(database.db)
    await sql`insert into t values (1)`.execute(database.db)
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 5)
    await expect(SLOW_QUERY.execute(database.db)).rejects.toMatchObject({ code: '57014' })
    clearInterval(ticking)
    expect(ticks, 'the main thread continued during the query').toBeGreaterThan(10)
    expect(await count()).toBe(1)
  })

  it('keeps an answer that arrived while the machine was stopped past the limit of its query', async () => {
    await sql`truncate t`.execute(database.db)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { postMessage } = Worker.prototype
    const post = vi.spyOn(Worker.prototype, 'postMessage')
    post.mockImplementationOnce(function (this: Worker, ...message) {
      postMessage.apply(this, message)
      vi.advanceTimersByTime(settings.queryLimitMs)
    })
    try {
      expect(await count()).toBe(0)
    } finally {
      post.mockRestore()
      vi.useRealTimers()
    }
  })

  it('fails a transaction whose database was restarted, and writes none of it', async () => {
    await sql`truncate t`.execute(database.db)
    const lost = inTransaction(database.db, async (tx) => {
      await sql`insert into t values (1)`.execute(tx)
      await SLOW_QUERY.execute(tx).catch(() => undefined)
      await sql`insert into t values (2)`.execute(tx)
    })
    await expect(lost).rejects.toMatchObject({ code: '57P01' })
    expect(await count()).toBe(0)
  })

  it('is reopened when its worker dies, and fails the waiting queries as unavailable', async () => {
    await sql`truncate t`.execute(database.db)
    const received: string[] = []
    const stop = await database.listen('news', {
      received: (payload) => received.push(payload),
      lost: () => undefined,
      missed: () => undefined,
    })
    const { postMessage } = Worker.prototype
    const asked = vi.spyOn(Worker.prototype, 'postMessage')
    asked.mockImplementationOnce(function (this: Worker, ...message) {
      postMessage.apply(this, message)
      void this.terminate()
    })
    const slow = SLOW_QUERY.execute(database.db)
    const lost = inTransaction(database.db, async (tx) => {
      await sql`insert into t values (1)`.execute(tx)
      void (asked.mock.contexts.at(-1) as Worker).terminate()
      await sql`insert into t values (2)`.execute(tx)
    })
    for (const call of [slow, lost]) await expect(call).rejects.toMatchObject({ code: '57P02' })
    asked.mockRestore()
    await sql`insert into t values (3)`.execute(database.db)
    expect(await count()).toBe(1)
    await sql`select pg_notify('news', 'one')`.execute(database.db)
    stop()
    expect(received).toEqual(['one'])
  })

  it('leaves the outcome of a transaction unknown when its worker dies during the commit', async () => {
    await sql`truncate t`.execute(database.db)
    const { postMessage } = Worker.prototype
    const asked = vi.spyOn(Worker.prototype, 'postMessage')
    asked.mockImplementation(function (this: Worker, message: { sql?: string }) {
      postMessage.call(this, message)
      if (message.sql === 'commit') void this.terminate()
    })
    const lost = inTransaction(database.db, (tx) => sql`insert into t values (1)`.execute(tx))
    await expect(lost).rejects.toMatchObject({ trouble: 'unconfirmed' })
    asked.mockRestore()
    expect(await count()).toBeLessThanOrEqual(1)
  })

  it('rolls a transaction back when its commit is refused', async () => {
    await database.exec(`
      create table parents (n int primary key);
      create table children (n int references parents deferrable initially deferred)`)
    const refused = inTransaction(database.db, (tx) => sql`insert into children values (1)`.execute(tx))
    await expect(refused).rejects.toMatchObject({ code: '23503' })
    const { rows } = await sql`select n from children`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('notifies listeners after the commit of a transaction', async () => {
    const received: string[] = []
    const stop = await database.listen('news', {
      received: (payload) => received.push(payload),
      lost: () => undefined,
      missed: () => undefined,
    })
    await inTransaction(database.db, (tx) => sql`select pg_notify('news', 'one')`.execute(tx))
    await inTransaction(database.db, async (tx) => {
      await sql`select pg_notify('news', 'never')`.execute(tx)
      throw new Error('rolled back')
    }).catch(() => undefined)
    await sql`select 1`.execute(database.db)
    stop()
    expect(received).toEqual(['one'])
  })

  it('updates the statistics of a table soon after much of it has changed', async () => {
    const findOutdated = async (): Promise<string[]> => {
      const statements: string[] = []
      await refreshStatistics(database.db, async (statement) => void statements.push(statement))
      return statements
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const failures: Error[] = []
    const stop = maintain(database.db, database.exec, (error) => failures.push(error))
    try {
      await database.exec('create table filled as select n from generate_series(1, 1000) as n; analyze filled')
      await database.exec('create table tiny as select 1 as n')
      await database.exec('insert into filled select n from generate_series(1, 1000) as n')
      vi.advanceTimersByTime(10_000)
      await expect.poll(async () => [await sizeOf('filled'), await sizeOf('tiny')]).toEqual([2_000, 1])
      await database.exec('insert into filled values (0)')
      expect(await findOutdated()).not.toContain('analyze public.filled')
      expect(failures).toEqual([])
    } finally {
      await stop()
      vi.useRealTimers()
    }
  })

  it('runs its maintenance between two statements', async () => {
    await database.exec(
      'create table one as select n from generate_series(1, 1000) as n; create table two as table one',
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const steps: string[] = []
    let finish = (): void => undefined
    const exec = async (script: string) => {
      steps.push(script)
      await new Promise<void>((resolve) => (finish = resolve))
      steps.push('done')
    }
    const end = maintain(database.db, exec, (error) => steps.push(error.message))
    try {
      vi.advanceTimersByTime(10_000)
      await expect.poll(() => steps).toEqual(['analyze public.one'])
      const ended = end().then(() => steps.push('ended'))
      finish()
      await ended
      expect(steps).toEqual(['analyze public.one', 'done', 'ended'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('an embedded database in memory', () => {
  it('is empty although another one of the process has tables', async () => {
    const [first, second] = [await open(null), await open(null)]
    try {
      await first.exec('create table only_here (n int)')
      const third = await open(null)
      try {
        for (const other of [second, third])
          await expect(sql`select n from only_here`.execute(other.db)).rejects.toMatchObject({ code: '42P01' })
        await third.exec('create table only_here (n text primary key)')
      } finally {
        await third.close()
      }
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  })
})
