import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { downloadBackup, listBackups, startBackup } from '../../../contract/operations/backups'
import type { Task } from '../../../contract/operations/tasks'
import { sentence } from '../../../contract/core/sentence'
import { audit } from '../../kernel/audit'
import { inTransaction, type Tx } from '../../db/transaction'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'
import { systemContext, type Context } from '../../kernel/context'
import { changeOnce } from '../../http/idempotency'
import type { Feature } from '../feature'
import type { Maker } from './make'
import * as records from './repository/records'
import { backupJobs, scheduleBackups } from './schedule'

/** Tasks, as the backups use them. */
export interface Tasks {
  /** Starts a backup as a long task with the same id. */
  start: (tx: Tx, context: Context, id: string) => Promise<Task>
}

interface Deps extends Maker {
  tasks: Tasks
  now: () => Date
  /** Whether backups are scheduled; demo data needs none. */
  isScheduled: boolean
  /** Receives the reason why a scheduled backup failed. */
  onError: (error: unknown, id: string) => void
}

export const backupFeature: Feature<Deps> = {
  routes: backupRoutes,
  jobs: ({ now, onError, ...maker }) => backupJobs(maker, now, onError),
  sweeps: ({ db, now, isScheduled }) => ({
    backups: async () => isScheduled && scheduleBackups(db, systemContext('backup', now)),
  }),
}

/** Serves backups to administrators: list, start and download. */
function backupRoutes(app: FastifyInstance, { db, vault, tasks }: Deps): void {
  const pathOf = ({ state, file }: records.StoredBackup): string | null => {
    const path = state === 'succeeded' && file !== null ? join(vault.folder, file) : null
    return path !== null && existsSync(path) ? path : null
  }

  serve(app, listBackups, async () => {
    const backups = await records.listBackups(db)
    return { folder: vault.folder, backups: backups.map((one) => ({ ...one, is_there: pathOf(one) !== null })) }
  })

  serve(app, startBackup, ({ context }) =>
    changeOnce(db, context, async (tx) => {
      if (await records.isBackingUp(tx))
        throw new Refusal('invalid_state', sentence`A backup is already running. Wait until it has finished.`)
      const id = uuidv7()
      await records.insertBackup(tx, { id, by: context.actor.name, at: context.now() })
      return tasks.start(tx, context, id)
    }),
  )

  serve(app, downloadBackup, async ({ params, context, reply }) => {
    const backup = await records.readBackup(db, params.id)
    if (!backup) throw new Refusal('not_found', sentence`There is no backup with this id.`)
    const path = pathOf(backup)
    if (path === null)
      throw new Refusal(
        'not_found',
        sentence`This server has no file of this backup. Choose a backup whose is_there is true.`,
      )
    await inTransaction(db, (tx) =>
      audit(tx, context, {
        action: 'backups.exported',
        entity: { type: 'backups', id: params.id, label: backup.file ?? '' },
      }),
    )
    reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${backup.file ?? 'wayline.backup'}"`)
    // Opened here, so that a file that cannot be opened is an error of this call.
    return (await open(path)).createReadStream()
  })
}
