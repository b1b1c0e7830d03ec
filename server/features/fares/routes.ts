import { getFareTable, saveFareTable } from '../../../contract/operations/fare-table'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { readFareTable, writeFareTable } from './table'
import { faresStore } from './store'

/** Serves the fares of a route as one table. */
export const fareFeature: Feature<{ db: Db; store: Store }> = {
  stores: [faresStore],
  routes: (app, { db, store }) => {
    serve(app, getFareTable, ({ params, query }) => readFareTable(db, { routeId: params.id, ...query }))
    serve(app, saveFareTable, ({ params, body, context }) =>
      store.write(context, async (tx) => {
        await writeFareTable(tx, store, { routeId: params.id, ...body }, context)
        return readFareTable(tx, { routeId: params.id, category: body.category, on: body.from })
      }),
    )
  },
}
