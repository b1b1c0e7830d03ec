import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '../../../contract/operations/backups'
import { BACKUP_DRAFT_RETENTION_H, BACKUP_TRIAL_MAX_BYTES } from '../../../contract/core/limits/backups'
import { retainedOf } from '../../domain/backups/schedule'
import { filesOf } from '../../adapters/sealed-file'
import { isDraft } from '../../adapters/whole-file'
import { audit } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Interrupted, Stopped } from '../../jobs/stopped'
import { ArchiveRefused, backUp, check, prove } from './repository/archive'
import * as records from './repository/records'

/** Folder and key of the backups. */
export interface Vault {
  folder: string
  /** Key of the installation, without which backups cannot be read. */
  key: Uint8Array
}

export interface Maker {
  db: Db
  vault: Vault
}

interface Watch {
  /** Receives the progress. @throws Stopped when a person has stopped the backup, or Interrupted */
  report: (stage: 'writing' | 'proving', percent: number) => void
  /** Aborted with Interrupted when the process is about to stop. */
  signal: AbortSignal
  /** Receives the reason of a failed backup. */
  onError: (error: unknown) => void
}

/** Share of the whole, in percent, when the file is written. */
const WRITTEN_PERCENT = 60
const HOUR_MS = 3_600_000

/**
 * Makes a recorded backup: writes the file, verifies it, and removes older files beyond the retention.
 * @returns whether it was made; a failure is recorded and administrators are notified
 * @throws Stopped when a person has stopped it, Interrupted when it has to start again; its file is removed then
 */
export async function makeBackup({ db, vault }: Maker, id: string, context: Context, watch: Watch): Promise<boolean> {
  const name = fileName(context.now())
  if (!(await inTransaction(db, (tx) => records.beginBackup(tx, id, name, context.now())))) return true
  try {
    const made = await write({ db, vault }, name, context, watch)
    await inTransaction(db, async (tx) => {
      await records.noteMade(tx, id, made, context.now())
      await audit(tx, context, { action: 'backups.completed', entity: entityOf(id, name) })
    })
  } catch (error) {
    // Comes first: on a full disk, the database may need the space to record the failure.
    remove(vault, name)
    if (error instanceof Interrupted) throw error
    const isStopped = error instanceof Stopped
    if (!isStopped) watch.onError(error)
    await inTransaction(db, (tx) =>
      isStopped ? records.forgetBackup(tx, id) : fail(tx, id, failureOf(error), context),
    )
    if (isStopped) throw error
    return false
  }
  await rotate({ db, vault }, context)
  return true
}

/** Records that a backup has failed, and notifies administrators. */
export async function fail(
  tx: Tx,
  id: string,
  failure: NonNullable<Backup['failure']>,
  context: Context,
): Promise<void> {
  await records.noteFailed(tx, id, failure, context.now())
  await audit(tx, context, { action: 'backups.failed', entity: entityOf(id, fileName(context.now())), reason: failure })
}

const entityOf = (id: string, label: string) => ({ type: 'backups', id, label })

const fileName = (at: Date) => `wayline-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`

async function write(
  { db, vault }: Maker,
  name: string,
  { now }: Context,
  { report, signal }: Watch,
): Promise<records.Made> {
  mkdirSync(vault.folder, { recursive: true, mode: 0o700 })
  const file = join(vault.folder, name)
  const rows = await backUp({ db, file, key: vault.key, now, signal }, (share) =>
    report('writing', Math.floor(share * WRITTEN_PERCENT)),
  )
  const { size: bytes } = statSync(file)
  const proving = (share: number) => report('proving', Math.floor(WRITTEN_PERCENT + share * (99 - WRITTEN_PERCENT)))
  proving(0)
  const isTried = bytes <= BACKUP_TRIAL_MAX_BYTES
  if (isTried) await prove(file, vault.key, (done) => proving(Math.min(1, done / rows)), signal)
  else await check(file, vault.key, signal)
  return { file: name, bytes, rows, verdict: isTried ? 'restored' : 'opened' }
}

/** Removes the files that newer ones replace. The newest good one always stays. */
async function rotate({ db, vault }: Maker, context: Context): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { backups_kept: newest, timezone } = await records.readSchedule(tx)
    const good = await records.lockGood(tx)
    const stays = retainedOf(
      good.map(({ finished_at: at }) => at),
      newest,
      timezone,
    )
    for (const { id, file } of good.filter((_, place) => stays[place] === false)) {
      remove(vault, file)
      await records.noteRemoved(tx, id, context.now())
      await audit(tx, context, { action: 'backups.removed', entity: entityOf(id, file) })
    }
  })
  removeDrafts(vault, context.now())
}

/** Removes unfinished files of other processes. */
function removeDrafts({ folder }: Vault, now: Date): void {
  const before = now.getTime() - BACKUP_DRAFT_RETENTION_H * HOUR_MS
  for (const path of readdirSync(folder).map((name) => join(folder, name)))
    if (isDraft(path) && (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(path, { force: true })
}

function remove({ folder }: Vault, name: string): void {
  for (const path of filesOf(join(folder, name))) if (existsSync(path)) rmSync(path)
}

const FAILURES: Readonly<Record<string, NonNullable<Backup['failure']>>> = {
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
  ENOENT: 'not_writable',
  ENOTDIR: 'not_writable',
  EEXIST: 'not_writable',
}

const failureOf = (error: unknown): NonNullable<Backup['failure']> =>
  error instanceof ArchiveRefused
    ? 'not_whole'
    : (FAILURES[String((error as { code?: unknown } | null)?.code)] ?? 'internal')
