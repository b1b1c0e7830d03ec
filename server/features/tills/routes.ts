import type { FastifyInstance } from 'fastify'
import type { Till } from '../../../contract/entities/till'
import * as operations from '../../../contract/operations/tills'
import { TILL_SESSIONS_PER_PAGE } from '../../../contract/core/limits/money'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { inSnapshot } from '../../db/transaction'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { listSessions, readSheet } from './repository/sessions'
import { seenBy, sessionFor, userOf } from './steps/access'
import { close, count, handOver, keepers } from './steps/close'
import { move } from './steps/move'
import { open } from './steps/open'
import { tillsStore } from './store'

interface Deps {
  db: Db
  tills: Store<Till>
}

export const tillFeature: Feature<Deps> = {
  stores: [tillsStore],
  routes: tillRoutes,
}

/** Registers the routes for opening, counting, closing and handing over tills, and for moving cash. */
function tillRoutes(app: FastifyInstance, { db, tills }: Deps): void {
  serve(app, operations.openTill, ({ params, body, context }) =>
    tills.write(context, (tx) => open(tx, tills, params.id, body, context)),
  )
  serve(app, operations.countTill, ({ params, body, context }) =>
    tills.write(context, (tx) => count(tx, tills, params.id, body, context)),
  )
  serve(app, operations.closeTill, ({ params, body, context }) =>
    tills.write(context, (tx) => close(tx, tills, params.id, body, context)),
  )
  serve(app, operations.handOverTill, ({ params, body, context }) =>
    tills.write(context, (tx) => handOver(tx, tills, params.id, body, context)),
  )
  serve(app, operations.moveCash, ({ params, body, context }) =>
    tills.write(context, (tx) => move(tx, tills, params.id, body, context)),
  )
  serve(app, operations.listTillSessions, async ({ query, context }) => {
    const { is_own: isOwn, is_closed: isClosed, before } = query
    const userId = isOwn ? userOf(context) : seenBy(context.actor)
    // Each till has at most one session that is not closed, so these need no pages.
    if (isClosed === false) return { sessions: await listSessions(db, { userId, isClosed, before }), has_more: false }
    const limit = TILL_SESSIONS_PER_PAGE
    const sessions = await listSessions(db, { userId, isClosed, before, limit: limit + 1 })
    return { sessions: sessions.slice(0, limit), has_more: sessions.length > limit }
  })
  serve(app, operations.getTillSession, ({ params, context }) =>
    inSnapshot(db, async (reader) => readSheet(reader, await sessionFor(reader, params.id, context))),
  )
  serve(app, operations.listTillKeepers, () => keepers(db))
}
