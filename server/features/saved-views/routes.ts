import type { FastifyInstance } from 'fastify'
import {
  createSavedView,
  deleteSavedView,
  getListColumns,
  listSavedViews,
  saveListColumns,
  updateSavedView,
  type ListColumns,
} from '../../../contract/operations/saved-views'
import { may } from '../../../contract/core/permissions'
import type { ListedResource } from '../../../contract/core/listed-resources'
import type { Db } from '../../db/database'
import { admit, roleOf } from '../../http/admit'
import type { Actor } from '../../kernel/context'
import { matchedVersion, tagged } from '../../http/etag'
import { invalid } from '../../http/refusal'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { createSavedViewService, unknownColumns } from './saved-view-service'
import { chooseColumns, columnsChosen, viewsFor } from './repository'

export const savedViewFeature: Feature<{ db: Db }> = {
  routes: savedViewRoutes,
}

function savedViewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const service = createSavedViewService(db)
  serve(app, listSavedViews, ({ query, context: { actor } }) => {
    admit(actor, 'list', query.resource)
    return viewsFor(db, actor.id ?? '', roleOf(actor), query.resource)
  })
  serve(app, createSavedView, async ({ body, context, reply }) => tagged(await service.create(body, context), reply))
  serve(app, updateSavedView, async ({ params, body, context, request, reply }) =>
    tagged(await service.update(params.id, matchedVersion(request), body, context), reply),
  )
  serve(app, deleteSavedView, ({ params, context }) => service.remove(params.id, context))
  /** Returns the choices for lists that the caller may currently see. */
  const chosenBy = async (actor: Actor): Promise<ListColumns> => {
    const role = roleOf(actor)
    const chosen = Object.entries(await columnsChosen(db, actor.id ?? ''))
    return Object.fromEntries(chosen.filter(([resource]) => may(role, 'list', resource as ListedResource)))
  }
  serve(app, getListColumns, ({ context: { actor } }) => chosenBy(actor))
  serve(app, saveListColumns, async ({ params, body, context: { actor } }) => {
    admit(actor, 'list', params.resource)
    const unknown = unknownColumns(params.resource, body.columns)
    if (unknown.length > 0) throw invalid(unknown)
    await chooseColumns(db, actor.id ?? '', params.resource, body.columns)
    return chosenBy(actor)
  })
}
