import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/env'
import { loadSecrets } from '../config/secrets'
import { openDatabase } from '../db/database'
import { inspectSchema } from '../db/migrate'
import { backUp, prove } from '../features/backups/repository/archive'
import { runCli } from './run-cli'

/**
 * `npm run backup [-- FILE]`: saves all data, also of an older version, in one encrypted file, and verifies it by a trial
 * restore.
 */
await runCli(async (say) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig(process.env, { demo: false })
  const database = await openDatabase({ ...config, queryLimitMs: 0, onError: () => undefined, onWait: say })
  try {
    const { applied } = await inspectSchema(database.db)
    if (applied.length === 0)
      throw new Error('The database is empty: there is nothing to back up. Check DATABASE_URL and WAYLINE_DATA_DIR.')
    const { now } = database.clock
    const stamp = now().toISOString().slice(0, 19).replaceAll(':', '')
    const file = resolve(positionals[0] ?? join(config.backupDir, `wayline-${stamp}.backup`))
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const { backup_key: key } = await loadSecrets(database.db, config.dataDir, config.secretsFile)
    const { signal } = stopOnSignal()
    await backUp({ db: database.db, file, key, now, signal })
    const rows = await prove(file, key, undefined, signal)
    say(
      `Wrote ${file} and restored its ${rows} rows on trial.\nIt opens with the keys of this installation alone: keep a copy of its secrets elsewhere.`,
    )
  } finally {
    await database.close()
  }
})

/** Leaves no incomplete file behind when a signal stops the command. */
function stopOnSignal(): AbortController {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stop.abort(new Error('Stopped. A file that was not proved is not to be relied on.')))
  return stop
}
