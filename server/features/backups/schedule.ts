import { uuidv7 } from 'uuidv7'
import { BACKUP_TRIES } from '../../../contract/core/limits/backups'
import { lastDue } from '../../domain/backups/schedule'
import { announce } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { enqueue } from '../../db/jobs'
import { inTransaction } from '../../db/transaction'
import { systemContext, type Context } from '../../kernel/context'
import { PermanentFailure, type JobHandlers } from '../../jobs/worker'
import { fail, makeBackup, type Maker } from './make'
import * as records from './repository/records'

const MAKE = 'backup.make'
const HALF_DAY_MS = 43_200_000

/**
 * Starts the daily backup when it is due, or overdue after downtime. Also fails abandoned backups, and notifies
 * administrators when there has been no backup for long. Any number of processes may call it concurrently.
 */
export async function scheduleBackups(db: Db, context: Context): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const id of await records.lockAbandoned(tx)) await fail(tx, id, 'interrupted', context)
  })
  const { backup_hour: hour, backups_since: since, timezone } = await records.readSchedule(db)
  if (hour === null) return
  const due = lastDue(context.now(), timezone, hour)
  if (due.getTime() > Date.parse(since) && !(await records.wasMade(db, due, HALF_DAY_MS)))
    await inTransaction(db, async (tx) => {
      const id = uuidv7()
      const by = context.actor.name
      if (await records.insertBackup(tx, { id, by, at: context.now(), dueAt: due }))
        await enqueue(tx, { kind: MAKE, payload: { backup_id: id }, key: id })
    })
  await inTransaction(db, async (tx) => {
    if (!(await records.noteMissed(tx, context.now()))) return
    const entity = { type: 'backups', id: uuidv7(), label: '' }
    announce(tx, context.actor, { action: 'backups.missed', entity })
  })
}

/** Returns the job handler of scheduled backups. */
export const backupJobs = (
  maker: Maker,
  now: () => Date,
  onError: (error: unknown, id: string) => void,
): JobHandlers => ({
  [MAKE]: {
    takesMinutes: true,
    retryAfterS: [],
    run: async ({ backup_id: backupId }, { attempt, signal }) => {
      const id = String(backupId)
      // A backup that crashes the process must not be attempted without limit.
      if (attempt > BACKUP_TRIES) throw new PermanentFailure(`The backup ${id} was begun ${BACKUP_TRIES} times.`)
      await makeBackup(maker, id, systemContext('backup', now), {
        report: () => undefined,
        signal,
        onError: (error) => onError(error, id),
      })
    },
  },
})
