import type { FastifyInstance } from 'fastify'
import { listDepartures } from '../../../contract/operations/desk'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import { findDepartures } from './find'

/** What can be sold on a day between two stations. */
export function departureRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, listDepartures, ({ query, context }) => findDepartures(db, query, context))
}
