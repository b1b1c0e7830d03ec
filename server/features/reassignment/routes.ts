import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/reassignment'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { knownRecord } from '../../http/known-record'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import type { Ports } from './ports'
import { readAffectedJobs } from './affected-jobs'
import { findUndoable } from './repository/resolutions'
import { readResolution, resolve, undo } from './resolve'

interface Deps {
  db: Db
  /** Store that provides the resolver's transactions. */
  store: Store
  ports: Ports
}

export const reassignmentFeature: Feature<Deps> = {
  routes: reassignmentRoutes,
}

function reassignmentRoutes(app: FastifyInstance, { db, store, ports }: Deps): void {
  serve(app, operations.listJobsOfVehicle, async ({ params, query }) => {
    const away = { kind: 'vehicle', id: await knownRecord(db, 'vehicles', params.id) } as const
    return readAffectedJobs(db, away, { from: query.from, to: query.to ?? null }, 'to')
  })
  serve(app, operations.listJobsOfStaff, async ({ params, query }) => {
    const away = { kind: 'staff', id: await knownRecord(db, 'staff', params.id) } as const
    return readAffectedJobs(db, away, { from: query.from, to: query.to ?? null }, 'to')
  })
  serve(app, operations.resolveDisruption, ({ body, context }) =>
    store.write(context, (tx) => resolve(tx, ports, body, context), body.simulate),
  )
  serve(app, operations.listUndoableResolutions, ({ query, context }) =>
    findUndoable(db, query.record_id, context.now()),
  )
  serve(app, operations.getResolution, ({ params }) => readResolution(db, params.id))
  serve(app, operations.undoResolution, ({ params, context }) =>
    store.write(context, (tx) => undo(tx, ports, params.id, context)),
  )
}
