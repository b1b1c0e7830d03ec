import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/database'
import { unavailable } from '../../server/db/unavailable'
import { mountSmallDisk, NEEDS_MOUNT, type SmallDisk } from '../support/faults/small-disk'

/** Free space in bytes, less than a WAL segment: the next segment does not fit. */
const LEFT_BYTES = 9_000_000

describe.skipIf(NEEDS_MOUNT)(`the embedded database on a disk that fills${NEEDS_MOUNT}`, () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = mountSmallDisk(110)
  })
  afterEach(() => disk.remove())

  it('refuses writes while the disk is full, works again when there is space, and has lost no acknowledged write', async () => {
    const actual: string[] = []
    const database = await openDatabase({
      databaseUrl: null,
      databasePool: 1,
      dataDir: disk.folder,
      durability: 'strict',
      queryLimitMs: 120_000,
      onError: ({ message }) => actual.push(message),
    })
    try {
      await database.exec('create table t (n int, filler text)')
      await sql`insert into t select g, repeat('x', 900) from generate_series(0, 1999) g`.execute(database.db)
      disk.fill(LEFT_BYTES)
      let acknowledged = 0
      const write = () =>
        sql`
          update t set n = ${2_000 + acknowledged}, filler = filler || '1'
          where ctid = any(array(select ctid from t limit 300))`.execute(database.db)
      const refused: unknown[] = []
      for (let turn = 0; turn < 200 && refused.length < 3; turn += 1)
        try {
          await write()
          acknowledged += 1
          await sql`vacuum t`.execute(database.db)
        } catch (error) {
          refused.push(error)
        }
      expect(unavailable(refused[0])?.trouble).toBe('full')
      expect(refused.filter((error) => unavailable(error) === null)).toEqual([])
      disk.free()
      await expect
        .poll(() => sql`insert into t values (-1)`.execute(database.db).then(() => 'written', String))
        .toBe('written')
      const { rows } = await sql<{ count: number; last: number }>`
        select count(*) as count, max(n) as last from t where n >= 0`.execute(database.db)
      expect(rows[0]?.count).toBe(2_000)
      expect(rows[0]?.last).toBeGreaterThanOrEqual(1_999 + acknowledged)
    } finally {
      await database.close()
    }
  })
})
