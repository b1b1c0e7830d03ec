import type { FastifyInstance } from 'fastify'
import { PLAN_RETENTION_DAYS } from '../../../contract/core/limits/dispatch'
import { getBoard, getCalendar } from '../../../contract/operations/board'
import { applyPlan, suggestPlan, undoPlan } from '../../../contract/operations/dispatch-plan'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { apply, undo } from './apply'
import { boardOf } from './board'
import type { Ports } from './ports'
import { readCalendar } from './repository/calendar'
import { suggest } from './suggest'
import { sweepPlans } from './repository/plans'

interface Deps {
  db: Db
  /** Store of journeys; plans are applied in its transactions. */
  store: Store
  ports: Ports
}

export const dispatchFeature: Feature<Deps> = {
  routes: dispatchRoutes,
  sweeps: ({ db }) => ({ plans: ({ before }) => sweepPlans(db, before(PLAN_RETENTION_DAYS)) }),
}

/** Serves dispatch: the board of assignments, the calendar of journeys, and plans. */
function dispatchRoutes(app: FastifyInstance, { db, store, ports }: Deps): void {
  serve(app, getBoard, ({ query: { after, ...span } }) => boardOf(db, span, after))
  serve(app, getCalendar, ({ query }) => readCalendar(db, query))
  serve(app, suggestPlan, ({ body }) => suggest(db, body))
  serve(app, applyPlan, ({ params, body, context }) =>
    store.write(context, (tx) => apply(tx, ports, params.id, body.assignments, context)),
  )
  serve(app, undoPlan, ({ params, context }) => store.write(context, (tx) => undo(tx, ports, params.id, context)))
}
