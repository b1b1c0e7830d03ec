import { parseArgs } from 'node:util'
import { readConfig } from '../config/env'
import { openDatabase } from '../db/database'
import { resetAdmin } from '../features/auth/first-admin'
import { prepareSchema } from './prepare-schema'
import { runCli } from './run-cli'

/** `npm run admin:reset [-- USERNAME]`: gives an administrator a new password and prints it once. */
await runCli(async (say) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig(process.env, { demo: false })
  const database = await openDatabase({ ...config, onError: () => undefined, onWait: say })
  try {
    await prepareSchema(database, say)
    const { username, password } = await resetAdmin(database.db, positionals[0] ?? 'admin', database.clock.now())
    say(
      `Sign in as "${username}" with the password ${password}\nIt is valid for one day, and you choose your own when you sign in.`,
    )
  } finally {
    await database.close()
  }
})
