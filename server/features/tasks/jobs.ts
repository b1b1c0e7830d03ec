import { Refusal } from '../../http/refusal'
import type { JobHandlers } from '../../jobs/worker'
import { change, deletion, inverse } from './deal'
import { failTask, runSlice, RUN_TASK, type Deps } from './slice'

/** Works through what people asked for, a slice at a time. */
export const taskJobs = (deps: Deps): JobHandlers => ({
  [RUN_TASK]: {
    retryAfterS: [5, 30],
    run: async (payload, attempt) => {
      const id = String(payload['task_id'])
      try {
        await runSlice(deps, id, async (_tx, task, store) => {
          switch (task.request.action) {
            case 'delete':
              return deletion(store)
            case 'change':
              return change(store, task.request.changes)
            case 'undo':
              return inverse(store, task)
            default:
              throw new Refusal('invalid_state', 'Nothing is known of this kind of work.')
          }
        })
      } catch (error) {
        if (attempt.isLast) await failTask(deps, id, attempt)
        throw error
      }
    },
  },
})
