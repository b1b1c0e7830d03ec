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
  loadLines,
  proveLines,
  restoreLines,
  type Erasure,
} from '../../../db/archive'
import type { Db } from '../../../db/database'
import { migrate, requireCurrentSchema } from '../../../db/migrate'
import type { Tx } from '../../../db/transaction'
import { onScratch, pendingOf } from './scratch'

export { ArchiveRefused }

interface Backup {
  /** Aborts the backup, which then throws the signal's reason. */
  signal?: AbortSignal
  db: Db
  file: string
  /** Key of the installation, which decrypts the file. */
  key: Uint8Array
  now: () => Date
}

const Ledger = z.array(z.object({ customer_id: z.string(), at: z.string(), by_name: z.string(), reason: z.string() }))

/** Stored next to the backups, so that restoring an older one repeats later erasures. It has ids, but no customer names. */
const ledgerFile = (file: string) => join(dirname(file), 'erasures.json')

const merged = (...ledgers: readonly (readonly Erasure[])[]): Erasure[] => [
  ...new Map(ledgers.flat().map((erasure) => [erasure.customer_id, erasure])).values(),
]

function storedErasures(file: string): Erasure[] {
  const path = ledgerFile(file)
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  try {
    return Ledger.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${path} is not a valid list of erasures. Repair it, or restore it from a copy.`, { cause: error })
  }
}

/**
 * Writes all data into one sealed file, and the ledger of erasures next to it.
 * @param report receives the written share, from 0 to 1, after each row; may throw to stop the backup
 * @returns rows written
 * @throws FileTrouble naming the file that could not be written; the file is removed then
 */
export async function backUp(
  { db, file, key, now, signal }: Backup,
  report: (share: number) => void = () => undefined,
): Promise<number> {
  let rows = 0
  const about = Math.max(1, await aboutRows(db))
  const counted = async function* () {
    for await (const line of archiveLines(db, now())) {
      if (line.startsWith('R')) rows += 1
      report(Math.min(1, rows / about))
      yield line
    }
  }
  await writeSealed(file, counted(), key, signal)
  const ledger = merged(storedErasures(file), await erasuresOf(db))
  writeText(ledgerFile(file), `${JSON.stringify(ledger, null, 2)}\n`)
  return rows
}

/**
 * Verifies a backup by restoring it into a database in memory, so that a defect is found before the backup is needed.
 * @param report receives the number of rows restored so far, after each row; may throw to stop it
 * @returns the number of its rows
 * @throws ArchiveRefused, SealBroken; the reason of an aborted signal
 */
export async function prove(
  file: string,
  key: Uint8Array,
  report: (rows: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<number> {
  const reportUnlessAborted = (rows: number): void => {
    signal?.throwIfAborted()
    report(rows)
  }
  return unlessAborted(() => proveOnTrial(file, key, reportUnlessAborted), signal)
}

/** Stops waiting for a read operation once the signal is aborted. @throws the reason of the signal */
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

async function proveOnTrial(file: string, key: Uint8Array, report: (rows: number) => void): Promise<number> {
  const lines = await readSealed(file, key)
  return onScratch(null, await pendingOf(lines), (scratch) => proveLines(scratch.db, lines, report))
}

/** Reads a backup completely, without restoring it. @throws SealBroken; the reason of an aborted signal */
export async function check(file: string, key: Uint8Array, signal?: AbortSignal): Promise<void> {
  await unlessAborted(() => readSealed(file, key), signal)
}

interface Upgrade {
  /** Folder in which a backup of an older version is migrated before it replaces any data; null uses memory. */
  folder: string | null
  /** Receives a sentence when the migration begins, and one when it is done. */
  onProgress: (sentence: string) => void
}

/**
 * Replaces the data by a backup of this or an older version, and repeats the erasures of customers.
 * @param isReplacing whether existing data may be replaced
 * @param eraseAgain repeats the erasures of a ledger; returns how many were due
 * @throws ArchiveRefused, SealBroken, FileTrouble, DatabaseUnusable if the database is not of this version; the data is
 * unchanged then
 */
export async function restore(
  { db, file, key, now }: Backup,
  isReplacing: boolean,
  eraseAgain: (db: Db, ledger: readonly Erasure[], now: () => Date) => Promise<number>,
  { folder, onProgress }: Upgrade = { folder: null, onProgress: () => undefined },
): Promise<{ rows: number; erased: number }> {
  await requireCurrentSchema(db)
  if (!isReplacing && (await hasData(db)))
    throw new ArchiveRefused('There is data already. Add --replace to put the backup in its place.')
  const lines = await readSealed(file, key)
  const pending = await pendingOf(lines)
  let known: Erasure[] = []
  const readKnown = async (tx: Tx) => {
    known = await erasuresOf(tx)
  }
  const rows =
    pending.length === 0
      ? await restoreLines(db, lines, readKnown)
      : await onScratch(folder, pending, async (scratch) => {
          await loadLines(scratch.db, lines)
          await migrate(scratch, { onProgress })
          return restoreLines(db, () => archiveLines(scratch.db, now()), readKnown)
        })
  const ledger = merged(storedErasures(file), known, await erasuresOf(db))
  return { rows, erased: await eraseAgain(db, ledger, now) }
}
