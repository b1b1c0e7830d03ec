import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readSealed, writeSealed } from '../../../adapters/sealed-file'
import { writeText } from '../../../adapters/whole-file'
import {
  aboutRows,
  ArchiveRefused,
  archiveLines,
  erasuresOf,
  hasData,
  proveLines,
  restoreLines,
  type Erasure,
} from '../../../db/archive'
import { openDatabase, type Db } from '../../../db/database'
import { migrate } from '../../../db/migrate'

export { ArchiveRefused }

interface Backup {
  /** What it is broken off by; throws its reason then. */
  signal?: AbortSignal
  db: Db
  file: string
  /** Of the installation; without it nobody reads the file. */
  key: Uint8Array
  now: () => Date
}

const Ledger = z.array(z.object({ customer_id: z.string(), at: z.string(), by_name: z.string(), reason: z.string() }))

/** Beside the backups, so that an older one does not bring back whom a newer one has erased: ids alone, no names of customers. */
const ledgerFile = (file: string) => join(dirname(file), 'erasures.json')

const merged = (...ledgers: readonly (readonly Erasure[])[]): Erasure[] => [
  ...new Map(ledgers.flat().map((erasure) => [erasure.customer_id, erasure])).values(),
]

function keptLedger(file: string): Erasure[] {
  const path = ledgerFile(file)
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  try {
    return Ledger.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${path} tells no longer who was erased. Mend it, or take it from another copy.`, { cause: error })
  }
}

/**
 * Writes everything into one sealed file, and the ledger of erasures beside it.
 * @param tell told again and again about which share of it is written, from 0 to 1; may throw to stop it
 * @returns rows written
 * @throws FileTrouble naming the file that could not be written; nothing is left of it then
 */
export async function backUp(
  { db, file, key, now, signal }: Backup,
  tell: (share: number) => void = () => undefined,
): Promise<number> {
  let rows = 0
  const about = Math.max(1, await aboutRows(db))
  const counted = async function* () {
    for await (const line of archiveLines(db, now())) {
      if (line.startsWith('R')) rows += 1
      tell(Math.min(1, rows / about))
      yield line
    }
  }
  await writeSealed(file, counted(), key, signal)
  const ledger = merged(keptLedger(file), await erasuresOf(db))
  writeText(ledgerFile(file), `${JSON.stringify(ledger, null, 2)}\n`)
  return rows
}

/**
 * Opens a backup again, restores it into a database in memory and counts its rows, so that nobody finds out on the day
 * that it is needed.
 * @param tell told again and again how many rows have come back; may throw to stop it
 * @returns its rows
 * @throws ArchiveRefused, SealBroken; why the signal was aborted
 */
export async function prove(
  file: string,
  key: Uint8Array,
  tell: (rows: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<number> {
  const tellOn = (rows: number): void => {
    signal?.throwIfAborted()
    tell(rows)
  }
  return unlessAborted(() => proveOnTrial(file, key, tellOn), signal)
}

/** Does not wait any longer for what only reads, once the signal is aborted. @throws why it was */
async function unlessAborted<T>(reading: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  let breakOff: () => void = () => undefined
  const broken = new Promise<never>((_, reject) => (breakOff = () => reject(signal?.reason as Error)))
  signal?.addEventListener('abort', breakOff)
  try {
    return await Promise.race([reading(), broken])
  } finally {
    signal?.removeEventListener('abort', breakOff)
  }
}

async function proveOnTrial(file: string, key: Uint8Array, tell: (rows: number) => void): Promise<number> {
  const lines = await readSealed(file, key)
  const scratch = await openDatabase({
    databaseUrl: null,
    databasePool: 1,
    dataDir: null,
    durability: 'relaxed',
    queryLimitMs: 0,
    onError: () => undefined,
  })
  try {
    await migrate(scratch)
    return await proveLines(scratch.db, lines, tell)
  } finally {
    await scratch.close()
  }
}

/** Opens a backup again to its end, without restoring it. @throws SealBroken; why the signal was aborted */
export async function check(file: string, key: Uint8Array, signal?: AbortSignal): Promise<void> {
  await unlessAborted(() => readSealed(file, key), signal)
}

/**
 * Puts a backup in the place of what is there and erases again whom it brings back.
 * @param isReplacing data that is there may go
 * @param eraseAgain does the erasures of a ledger again; tells how many there were to do
 * @throws ArchiveRefused, SealBroken, FileTrouble; then everything is as it was
 */
export async function restore(
  { db, file, key, now }: Backup,
  isReplacing: boolean,
  eraseAgain: (db: Db, ledger: readonly Erasure[], now: () => Date) => Promise<number>,
): Promise<{ rows: number; erased: number }> {
  if (!isReplacing && (await hasData(db)))
    throw new ArchiveRefused('There is data already. Add --replace to put the backup in its place.')
  const lines = await readSealed(file, key)
  let known: Erasure[] = []
  const rows = await restoreLines(db, lines, async (tx) => {
    known = await erasuresOf(tx)
  })
  const ledger = merged(keptLedger(file), known, await erasuresOf(db))
  return { rows, erased: await eraseAgain(db, ledger, now) }
}
