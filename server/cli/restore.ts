import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/env'
import { loadSecrets } from '../config/secrets'
import { openDatabase } from '../db/database'
import { restore } from '../features/backups/repository/archive'
import { eraseAgain } from '../features/customers/erasure'
import { prepareSchema } from './prepare-schema'
import { runCli } from './run-cli'

/** `npm run restore -- FILE [--replace]`: replaces all data with a backup of this version or an older one. */
await runCli(async (say) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [name] = positionals
  if (name === undefined) throw new Error('Name the backup: npm run restore -- FILE [--replace]')
  const file = resolve(name)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig(process.env, { demo: false })
  const database = await openDatabase({ ...config, queryLimitMs: 0, onError: () => undefined, onWait: say })
  try {
    await prepareSchema(database, say)
    const { backup_key: key } = await loadSecrets(database.db, config.dataDir, config.secretsFile)
    const { rows, erased } = await restore(
      { db: database.db, file, key, now: database.clock.now },
      values.replace,
      eraseAgain,
      { folder: join(config.dataDir, 'restore'), onProgress: say },
    )
    say(`Restored ${rows} rows. Everybody signs in again.`)
    if (erased > 0) say(`Erased the personal data of ${erased} customers again, as it was after the backup.`)
  } finally {
    await database.close()
  }
})
