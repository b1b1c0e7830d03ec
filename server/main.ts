import { accessSync, constants, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import closeWithGrace from 'close-with-grace'
import { buildApp, faultsIn } from './app'
import { accountSecrets } from './adapters/account-secrets'
import { createMailer } from './adapters/mailer'
import { openProvider } from './adapters/payments'
import { FolderOpenToOthers, isOpenToAll, makePrivate } from './adapters/private-folder'
import { fileTrouble } from './adapters/whole-file'
import { ConfigError, listenTrouble, readConfig } from './config/env'
import { createLogger } from './config/logger'
import { loadSecrets } from './config/secrets'
import { onJobsEnqueued } from './db/after-commit'
import { DataFolderInUse, openDatabase } from './db/database'
import { migrate } from './db/migrate'
import { startTrouble } from './db/postgres-start'
import { isDemoFolder, startDemo } from './demo/start'
import { ensureFirstAdmin } from './features/auth/first-admin'
import { ownOrigin } from './http/hosts'
import { releaseFirstAttempts } from './jobs/queue'
import { composeServer } from './wiring'

const GRACE_MS = 10_000
/** Part of the grace period for running calls and jobs. */
const GIVE_UP_MS = 7_000
/** Work that still hangs then is abandoned, and resumed elsewhere as after a crash. */
const LEAVE_MS = 9_000
/** Errors at the start with messages for the operator. */
const SENTENCES = [ConfigError, DataFolderInUse, FolderOpenToOthers]
const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env, readArguments())
  if (!config.demo && isDemoFolder(config.dataDir))
    throw new ConfigError([`WAYLINE_DATA_DIR: ${config.dataDir} is the demo's. Choose another folder, or add --demo.`])
  const logger = createLogger(config.logLevel)
  if (config.databaseUrl === null) makePrivate(config.dataDir)
  const database = await openDatabase({
    ...config,
    onError: (error) => logger.error({ err: error }, 'database connection lost'),
    onWait: (sentence) => logger.warn(sentence),
    onClockOff: (sentence) => logger.error(sentence),
  })
  const { now } = database.clock
  if (!config.demo) checkBackupFolder(config.backupDir, (sentence) => logger.error(sentence))
  await migrate(database, { onWait: (sentence) => logger.warn(sentence), onProgress: say })
  const secrets = await loadSecrets(database.db, config.dataDir, config.secretsFile)
  const demo = { dataDir: config.dataDir, webhookKey: secrets.webhook_key, now: now() }
  const demoPeople = config.demo ? await startDemo(database.db, demo) : undefined
  const admin = demoPeople
    ? null
    : await ensureFirstAdmin(database.db, {
        dataDir: config.dataDir,
        email: config.adminEmail,
        password: config.adminPassword,
        now: now(),
      })
  const mailer = config.smtp && createMailer(config.smtp)
  const provider = openProvider({
    payments: config.payments,
    origin: ownOrigin(config),
    fake: {
      secret: accountSecrets(secrets.account_key).fakeProviderSecret,
      file: join(config.dataDir, 'fake-payments.jsonl'),
    },
    now,
  })
  const settings = { config, secrets, database, now, demoPeople }
  const server = composeServer({ ...settings, mailer, provider, onFault: faultsIn(logger) })
  const app = await buildApp({ ...settings, consoleDir: consoleDir(), logger }, server)
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw listenTrouble(error, config) ?? error
  })

  // An embedded database is opened by one process only, so its claimed jobs belong to a process that has ended.
  if (database.engine === 'embedded') await releaseFirstAttempts(database.db)
  server.workers.start()
  onJobsEnqueued(database.db, server.workers.wake)

  closeWithGrace({ delay: GRACE_MS, logger }, async ({ err }) => {
    // A database or a mail server without answers must not prevent an orderly stop.
    const patience = setTimeout(() => database.giveUp(), GIVE_UP_MS)
    const stopped = Promise.all([app.close(), server.workers.stop(err)]).then(() => database.close())
    await Promise.race([stopped, sleep(LEAVE_MS)])
    clearTimeout(patience)
    mailer?.close()
  })

  say(`\nWayline is ready at ${config.publicUrl ?? address}`)
  if (demoPeople) {
    say('This is the demo, with an invented company. Its sign-in page offers these people at one click:\n')
    for (const { username, password, name } of demoPeople) say(`  ${username.padEnd(12)} ${password}  ${name}`)
    say('')
  }
  if (admin)
    say(
      `Sign in as "${admin.username}" with the password ${admin.password}\nIt is valid for one day, is in ${admin.file} until then, and you choose your own when you sign in.\n`,
    )
}

/** @throws ConfigError */
function readArguments(): { demo: boolean } {
  try {
    return parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw new ConfigError([`${(error as Error).message}. Start it with --demo, or with nothing.`])
  }
}

/** Warns of a backup folder that all users can open, or that is not writable. Groups may share it. */
function checkBackupFolder(folder: string, warn: (sentence: string) => void): void {
  if (!existsSync(folder)) return
  try {
    accessSync(folder, constants.W_OK)
    if (isOpenToAll(folder)) warn(`All users of this machine can open ${folder}. Close it with "chmod o= ${folder}".`)
  } catch (error) {
    warn(`No backup can be made: ${fileTrouble(error)?.message ?? String(error)}`)
  }
}

/** Returns the console next to the bundle; in development, the one at the project's root. */
function consoleDir(): string {
  const beside = resolve(import.meta.dirname, '../console')
  return existsSync(beside) ? beside : resolve(import.meta.dirname, '../dist/console')
}

try {
  await main()
} catch (error) {
  const trouble = fileTrouble(error)?.message ?? startTrouble(error)
  if (trouble) say(trouble)
  else if (SENTENCES.some((kind) => error instanceof kind)) say((error as Error).message)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
