import type { FastifyInstance, FastifyReply } from 'fastify'
import { READ_ONLY_RESOURCES } from '../../contract/core/vocabulary'
import { hasFacets } from '../../contract/core/facets'
import { resourceOperations } from '../../contract/core/operations'
import { MORE_THAN_TOTAL_HEADER, contentRange, rangeOf } from '../../contract/core/list'
import { roleOf } from '../http/admit'
import { serve } from '../http/serve'
import { matchedVersion } from '../http/etag'
import type { Store } from './store'
import type { Row, Values } from './store-options'

/** Serves the operations of a resource from its store: the reads, and the writes unless it is read-only. */
export function resourceRoutes(app: FastifyInstance, store: Store): void {
  const { entity } = store
  const operations = resourceOperations(entity)
  const defaultSort = { field: 'id', order: 'DESC' } as const

  serve(app, operations.list, async ({ query, context, reply }) => {
    const [from, to] = rangeOf(query)
    const request = {
      sort: query.sort ? { field: query.sort[0], order: query.sort[1] } : defaultSort,
      offset: from,
      limit: to - from + 1,
      filter: query.filter,
      role: roleOf(context.actor),
      language: context.language,
    }
    const { rows, total } = await store.list(request)
    reply.header('content-range', contentRange(entity.resource, from, rows.length, total))
    if (!total.exact) reply.header(MORE_THAN_TOTAL_HEADER, 'true')
    return rows
  })

  if (hasFacets(entity))
    serve(app, operations.facets, ({ query, context }) =>
      store.facets(query.field, query.filter, roleOf(context.actor)),
    )

  serve(app, operations.get, async ({ params, context, reply }) =>
    tagged(reply, await store.read(params.id, roleOf(context.actor))),
  )

  if (READ_ONLY_RESOURCES.includes(entity.resource)) return

  serve(app, operations.create, async ({ body, context, reply }) => tagged(reply, await store.create(body, context)))

  for (const operation of [operations.replace, operations.update])
    serve(app, operation, async ({ params, body, context, request, reply }) =>
      tagged(
        reply,
        await store.update(params.id, matchedVersion(request), changes(body, entity.update.shape), context),
      ),
    )

  serve(app, operations.remove, async ({ params, context, request }) =>
    store.remove(params.id, matchedVersion(request), context),
  )
}

/** Returns the writable fields that the client sent; an absent field stays as it is. */
const changes = (body: Values, writable: object): Values =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== undefined && name in writable))

function tagged(reply: FastifyReply, row: Row): Row {
  reply.header('etag', `"${row.version}"`)
  return row
}
