import { listConnections } from '../../../contract/operations/connections'
import { listDepartures } from '../../../contract/operations/desk'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { findConnections } from './connections'
import { findDepartures } from './find'

/** Serves departures and connections of a day between two stations. */
export const departureFeature: Feature<{ db: Db }> = {
  routes: (app, { db }) => {
    serve(app, listDepartures, ({ query, context }) => findDepartures(db, query, context))
    serve(app, listConnections, ({ query, context }) => findConnections(db, query, context))
  },
}
