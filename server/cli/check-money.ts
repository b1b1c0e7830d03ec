import { readConfig } from '../config/env'
import { openDatabase } from '../db/database'
import { checkMoney } from '../features/payments/repository/check'
import { prepareSchema } from './prepare-schema'
import { runCli } from './run-cli'

/** `npm run check:money`: recounts all money, and exits with code 1 at the first sum that differs from the stored one. */
await runCli(async (say) => {
  const config = readConfig(process.env, { demo: false })
  const database = await openDatabase({ ...config, queryLimitMs: 0, onError: () => undefined, onWait: say })
  try {
    await prepareSchema(database, say)
    const { transactions, payments, reservations, difference } = await checkMoney(database.db)
    say(`${transactions} transactions, ${payments} payments, ${reservations} reservations counted.`)
    if (difference === null) return say('Everything adds up.')
    say(`Does not add up: ${difference}`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
})
