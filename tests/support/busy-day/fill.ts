// Puts a company with 2,000 journeys a day into the data folder WAYLINE_DATA_DIR, or into the database DATABASE_URL.
import { openDatabase } from '../../../server/db/database'
import { migrate } from '../../../server/db/migrate'
import { busyDayAt } from './day'
import { busyDayScript } from './script'

const database = await openDatabase({
  databaseUrl: process.env['DATABASE_URL'] ?? null,
  databasePool: 1,
  dataDir: process.env['WAYLINE_DATA_DIR'] ?? null,
  durability: 'relaxed',
  queryLimitMs: 0,
  onError: (error) => {
    throw error
  },
})
await migrate(database)
await database.exec(busyDayScript(busyDayAt(new Date())))
await database.close()
