import type { FastifyInstance } from 'fastify'
import { getBoard, getCalendar } from '../../../contract/board'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import { boardOf } from './board'
import { readCalendar } from './repository/calendar'

/** What the operations room looks at: a board of who does what, and a calendar of what runs. */
export function dispatchRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, getBoard, ({ query: { after, ...span } }) => boardOf(db, span, after))
  serve(app, getCalendar, ({ query }) => readCalendar(db, query))
}
