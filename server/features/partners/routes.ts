import type { FastifyInstance } from 'fastify'
import { listOperators } from '../../../contract/operations/operators'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import { activeOperators } from './repository'

/** Partners as those see them who give jobs away, and not their terms. */
export function operatorRoutes(app: FastifyInstance, db: Db): void {
  serve(app, listOperators, () => activeOperators(db))
}
