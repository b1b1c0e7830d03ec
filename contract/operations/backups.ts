import { z } from 'zod'
import { operation } from '../core/operations'
import { Id, Instant } from '../core/scalars'
import { Task } from './tasks'
import { BACKUP_FAILURES, BACKUP_STATES, BACKUP_VERDICTS } from '../core/vocabulary'

export const Backup = z.object({
  id: Id,
  state: z.enum(BACKUP_STATES),
  /** Started by the schedule instead of a user. */
  is_scheduled: z.boolean(),
  started_by: z.string(),
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  /** Name of the file in the backup folder. */
  file: z.string().nullable(),
  bytes: z.int().min(0).nullable(),
  /** Total number of rows of all tables. */
  row_count: z.int().min(0).nullable(),
  /** Result of the test restore; null without one. */
  verdict: z.enum(BACKUP_VERDICTS).nullable(),
  /** Why the backup failed; null unless it did. */
  failure: z.enum(BACKUP_FAILURES).nullable(),
  /** Whether this machine has the file; false if another machine has it. */
  is_there: z.boolean(),
})
export type Backup = z.output<typeof Backup>

const BackupList = z.object({
  /** Backup folder of this machine. */
  folder: z.string(),
  /** The newest first, without those that the retention rule removed. */
  backups: z.array(Backup),
})
export type BackupList = z.output<typeof BackupList>

const tag = 'backups'
/** Backups contain all data, so only roles that may edit users have access. */
const access = { action: 'edit', resource: 'users' } as const

export const listBackups = operation({
  id: 'listBackups',
  method: 'GET',
  path: '/backups',
  tag,
  summary: 'List backups: finished, in progress and failed',
  access,
  ok: { status: 200, description: 'The newest 100 backups.', schema: BackupList },
  errors: [],
})

export const startBackup = operation({
  id: 'startBackup',
  method: 'POST',
  path: '/backups',
  tag,
  summary: 'Start a backup of all data in one encrypted file, which is verified by a test restore',
  access,
  body: z.strictObject({}),
  ok: { status: 202, description: 'The task. Poll it for its progress.', schema: Task },
  errors: ['invalid_state'],
})

export const downloadBackup = operation({
  id: 'downloadBackup',
  method: 'GET',
  path: '/backups/:id/file',
  tag,
  summary: 'Download the file of a backup; only the keys of this installation decrypt it',
  access,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The encrypted file.', type: 'application/octet-stream' },
  errors: ['not_found'],
})
