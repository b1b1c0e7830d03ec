import { z } from 'zod'
import { operation } from '../core/operations'
import { Id, Instant } from '../core/scalars'
import { Task } from './tasks'
import { BACKUP_FAILURES, BACKUP_STATES, BACKUP_VERDICTS } from '../core/vocabulary'

export const Backup = z.object({
  id: Id,
  state: z.enum(BACKUP_STATES),
  /** Made by itself, and not because somebody asked. */
  is_scheduled: z.boolean(),
  /** Who asked for it. */
  started_by: z.string(),
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  /** Name of the file in the folder of backups. */
  file: z.string().nullable(),
  bytes: z.int().min(0).nullable(),
  /** Rows of all tables together. */
  row_count: z.int().min(0).nullable(),
  /** How it was proved; null where it was not. */
  verdict: z.enum(BACKUP_VERDICTS).nullable(),
  /** Why there is none; null unless it failed. */
  failure: z.enum(BACKUP_FAILURES).nullable(),
  /** The file can be had; false also where another machine has it. */
  is_there: z.boolean(),
})
export type Backup = z.output<typeof Backup>

const BackupList = z.object({
  /** Where this machine keeps them. */
  folder: z.string(),
  /** The newest first; those whose files were removed as planned are left out. */
  backups: z.array(Backup),
})
export type BackupList = z.output<typeof BackupList>

const tag = 'backups'
/** They hold everything, so they are for whoever may do everything. */
const access = { action: 'edit', resource: 'users' } as const

export const listBackups = operation({
  id: 'listBackups',
  method: 'GET',
  path: '/backups',
  tag,
  summary: 'Backups that were made, are being made or failed',
  access,
  ok: { status: 200, description: 'The newest hundred.', schema: BackupList },
  errors: [],
})

export const startBackup = operation({
  id: 'startBackup',
  method: 'POST',
  path: '/backups',
  tag,
  summary: 'Make a backup now: everything in one encrypted file, which is restored on trial',
  access,
  body: z.strictObject({}),
  ok: { status: 202, description: 'The task; read it again to follow it.', schema: Task },
  errors: ['invalid_state'],
})

export const downloadBackup = operation({
  id: 'downloadBackup',
  method: 'GET',
  path: '/backups/:id/file',
  tag,
  summary: 'The file of a backup; it opens with the keys of this installation alone',
  access,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The file, encrypted.', type: 'application/octet-stream' },
  errors: ['not_found'],
})
