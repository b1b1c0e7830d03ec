import type { JobHandlers } from '../../jobs/worker'
import { change, deletion, inverse } from './deal'
import { importing } from './import/deal'
import { failTask, runSlice, RUN_TASK, type Deps } from './slice'

/** Works through what people asked for, a slice at a time. */
export const taskJobs = (deps: Deps): JobHandlers => ({
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
              return change(store, task.request.changes)
            case 'undo':
              return inverse(store, task)
            case 'import':
              return importing(tx, task, store, task.request)
          }
        })
      } catch (error) {
        if (attempt.isLast) await failTask(deps, id, attempt)
        throw error
      }
    },
  },
})
