import type { Resource } from '../../../contract/core/vocabulary'
import type { Tx } from '../../db/transaction'
import { Refusal } from '../../http/refusal'
import type { JobHandlers } from '../../jobs/worker'
import { change, deletion, inverse, type StatusStepper } from './row-handler'
import { failTask, failureOf } from './completion'
import { importing } from './import/row-handler'
import type { TaskRequest } from './repository/tasks'
import { runSlice, RUN_TASK, type RowHandler, type Deps } from './slice'

export interface Ports {
  /** Returns the function that changes the status of a record by its step, or undefined where the status is a plain field. */
  stepping: (resource: Resource) => StatusStepper | undefined
  /** Returns a handler that generates the requested departures. */
  generating: (tx: Tx, requested: Extract<TaskRequest, { action: 'generate' }>['wish']) => Promise<RowHandler>
}

/** Job handlers that process tasks in slices. */
export const taskJobs = (deps: Deps, ports: Ports): JobHandlers => ({
  [RUN_TASK]: {
    retryAfterS: [5, 30],
    run: async (payload, attempt) => {
      const id = String(payload['task_id'])
      try {
        await runSlice(deps, id, async (tx, task, store) => {
          switch (task.request.action) {
            case 'delete':
              return deletion(store)
            case 'change':
              return change(store, task.request.changes, ports.stepping(store.entity.resource))
            case 'undo':
              return inverse(store, task)
            case 'import':
              return importing(tx, task, store, task.request)
            case 'generate':
              return ports.generating(tx, task.request.wish)
            case 'export':
            case 'piece':
              throw new Error('A long task has no slices.')
          }
        })
      } catch (error) {
        const isRefused = error instanceof Refusal
        if (attempt.isLast || isRefused) await failTask(deps, id, failureOf(error, attempt))
        if (!isRefused) throw error
      }
    },
  },
})
