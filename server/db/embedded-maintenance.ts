import { sql, type Kysely } from 'kysely'
import type { Database } from './tables'

const CHECKPOINT_EVERY_MS = 60_000
const VACUUM_EVERY_MS = 6 * 3_600_000
/** A plan without statistics can be a hundred times slower, and blocks all other callers. */
const STATISTICS_EVERY_MS = 10_000

/** Runs a script without a time limit, on the only connection. */
type Exec = (script: string) => Promise<void>

/**
 * Does the work of a PostgreSQL server's background processes: caps the log, removes dead rows, gathers statistics.
 * @returns a function that stops it and waits for the running statement
 */
export function maintain(db: Kysely<Database>, exec: Exec, onError: (error: Error) => void): () => Promise<void> {
  let isEnding = false
  const running = new Set<Promise<void>>()
  // A connection from the pool, so that the script is never part of another transaction.
  const execApart: Exec = async (script) => {
    if (!isEnding) await db.connection().execute(() => exec(script))
  }
  const every = (intervalMs: number, work: () => Promise<void>) =>
    setInterval(() => {
      const run = work()
        .catch(onError)
        .finally(() => running.delete(run))
      running.add(run)
    }, intervalMs)
  const timers = [
    every(CHECKPOINT_EVERY_MS, () => execApart('checkpoint')),
    every(VACUUM_EVERY_MS, () => execApart('vacuum (analyze)')),
    every(STATISTICS_EVERY_MS, () => refreshStatistics(db, execApart)),
  ]
  for (const timer of timers) timer.unref()
  return async () => {
    isEnding = true
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

/**
 * Tables without statistics, for example after a restore, and tables with many changes. The share and the number of rows
 * are the defaults of PostgreSQL's autovacuum.
 */
const OUTDATED = sql<{ statement: string }>`
  select format('analyze %I.%I', s.schemaname, s.relname) as statement
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
     or (c.reltuples < 0 and pg_relation_size(c.oid) > 0)
  order by s.relname`

/** Gathers statistics of tables with many changes since the last ones, for example after an import. */
export async function refreshStatistics(db: Kysely<Database>, exec: Exec): Promise<void> {
  const { rows } = await OUTDATED.execute(db)
  for (const { statement } of rows) await exec(statement)
}
