import type { FastifyInstance } from 'fastify'
import {
  createSavedView,
  deleteSavedView,
  getListColumns,
  listSavedViews,
  saveListColumns,
  updateSavedView,
} from '../../../contract/saved-views'
import type { Db } from '../../db/database'
import { matchedVersion, tagged } from '../../http/etag'
import { serve } from '../../http/serve'
import { createViewDesk } from './desk'
import { chooseColumns, columnsChosen, viewsFor } from './repository'

/** How people look at lists. */
export function savedViewRoutes(app: FastifyInstance, db: Db): void {
  const desk = createViewDesk(db)
  serve(app, listSavedViews, ({ query, context: { actor } }) =>
    viewsFor(db, actor.id ?? '', actor.role, query.resource),
  )
  serve(app, createSavedView, async ({ body, context, reply }) => tagged(await desk.create(body, context), reply))
  serve(app, updateSavedView, async ({ params, body, context, request, reply }) =>
    tagged(await desk.update(params.id, matchedVersion(request), body, context), reply),
  )
  serve(app, deleteSavedView, ({ params, context }) => desk.remove(params.id, context))
  serve(app, getListColumns, ({ context: { actor } }) => columnsChosen(db, actor.id ?? ''))
  serve(app, saveListColumns, async ({ params, body, context: { actor } }) => {
    await chooseColumns(db, actor.id ?? '', params.resource, body.columns)
    return columnsChosen(db, actor.id ?? '')
  })
}
