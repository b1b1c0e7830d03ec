import { exportRecords, startExport } from '../../../contract/operations/exports'
import type { Task } from '../../../contract/operations/tasks'
import type { Resource } from '../../../contract/core/vocabulary'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { serve } from '../../http/serve'
import { changeOnce } from '../../http/idempotency'
import type { Feature } from '../feature'
import { fileOf, noteExport, openList, type Deps, type ExportRequestBody } from './file'

/** Tasks, as exports use them. */
export interface Tasks {
  /** Starts a long task that writes a list into a file. */
  start: (tx: Tx, context: Context, resource: Resource, request: ExportRequestBody) => Promise<Task>
}

/** Serves lists as files: streamed, or written by a task. */
export const exportFeature: Feature<Deps & { tasks: Tasks }> = {
  routes: (app, { tasks, ...deps }) => {
    serve(app, exportRecords, async ({ params, body, context, reply }) => {
      const list = await openList(deps, params.resource, body, context)
      const onEnd = (rows: number) => inTransaction(deps.db, (tx) => noteExport(tx, list, rows))
      const { name, type, content } = fileOf(list, { onEnd })
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return content
    })

    serve(app, startExport, async ({ params, body, context }) => {
      const { columns } = await openList(deps, params.resource, body, context)
      return changeOnce(deps.db, context, (tx) =>
        tasks.start(tx, context, params.resource, { ...body, columns: [...columns] }),
      )
    })
  },
}
