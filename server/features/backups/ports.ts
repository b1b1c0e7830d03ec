import type { Task } from '../../../contract/operations/tasks'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'

/** What backups ask of tasks. */
export interface Tasks {
  /** Has a backup made as a piece of work under its id. */
  start: (tx: Tx, context: Context, id: string) => Promise<Task>
}

/** Where backups are, and what opens them. */
export interface Vault {
  folder: string
  /** Of the installation; without it nobody reads them. */
  key: Uint8Array
}
