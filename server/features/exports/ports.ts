import type { Task } from '../../../contract/operations/tasks'
import type { Resource } from '../../../contract/core/vocabulary'
import type { Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import type { Wish } from './file'

/** What exports ask of tasks. */
export interface Tasks {
  /** Has a list written into a file as a piece of work. */
  start: (tx: Tx, context: Context, resource: Resource, wish: Wish) => Promise<Task>
}
