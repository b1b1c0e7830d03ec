import { TotalCache } from '../crud/total-cache'
import type { Db } from '../db/database'
import { combineWorkers, createWorker, type Worker } from '../jobs/worker'
import { accountSecrets } from '../adapters/account-secrets'
import type { Mailer } from '../adapters/mailer'
import { mailJobs } from '../features/mails/jobs'
import type { Vault } from '../features/backups/ports'
import { backupJobs } from '../features/backups/schedule'
import { backupTask, exportTask, taskPorts, timetableTask } from './task-ports'
import { taskJobs } from '../features/tasks/jobs'
import { pieceJobs } from '../features/tasks/long-task'
import { forgetTotals, openStores } from './stores'
import { mailPortsOf } from './mail-ports'

interface WorkDependencies {
  db: Db
  /** Null keeps the mail that is written. */
  mailer: Mailer | null
  /** Signs the QR codes of tickets. */
  ticketKey: Uint8Array
  /** Totals of lists that this process answers; of its own unless given. */
  totals?: TotalCache
  /** Makes the links of invitations and new passwords. */
  accountKey: Uint8Array
  /** Where backups go. */
  vault: Vault
  now: () => Date
  onError: Parameters<typeof createWorker>[0]['onError']
}

/** What committed transactions have left to be done. */
export function createWork({
  db,
  mailer,
  ticketKey,
  totals,
  accountKey,
  vault,
  now,
  onError,
}: WorkDependencies): Worker {
  const known = totals ?? new TotalCache(now)
  const { storeOf } = openStores(db, known)
  const ports = mailPortsOf(storeOf('reservations'), ticketKey, accountSecrets(accountKey))
  const timetable = timetableTask(db, () => forgetTotals(known))
  const short = { ...mailJobs({ db, ports, mailer, now }), ...taskJobs({ db, storeOf, now }, taskPorts) }
  const maker = { db, vault }
  const noBackup = (error: unknown, id: string) => onError(error, { id, kind: 'backup' })
  const long = {
    ...pieceJobs({
      db,
      now,
      pieces: { timetable, backup: backupTask(maker, noBackup), export: exportTask({ db, storeOf }) },
    }),
    ...backupJobs(maker, now, noBackup),
  }
  // What takes minutes has a worker of its own, so that mail does not wait for it.
  return combineWorkers(
    createWorker({ db, handlers: short, now, onError }),
    createWorker({ db, handlers: long, now, atOnce: 1, onError }),
  )
}
