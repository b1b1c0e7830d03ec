import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../server/db/database'

/**
 * Waits until `count` sessions of this database wait for a lock, or until the calls have returned without waiting.
 * @param db outside the transaction that holds the lock, in which the statistics never change
 */
export const waitForLocks = (db: Db, count: number, isAnswered: () => boolean) =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return isAnswered() || rows.length >= count
    })
    .toBe(true)
