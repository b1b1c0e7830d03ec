import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import {
  exportGtfs,
  FARES_LEFT_OUT_HEADER,
  getGtfsImport,
  listGtfsImports,
  listGtfsSources,
  startGtfsImport,
} from '../../../contract/operations/timetables'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { exportFeed } from './export-feed'
import { readImport, recentImports, startImport, type Tasks } from './import-runs'
import { UPLOAD_LIMITS, receiveFeed } from './upload'
import { forgetFeeds } from './repository/runs'
import { listSources } from './repository/sources'

interface Deps {
  db: Db
  now: () => Date
  /** Publisher URL of the feed. */
  origin: string
  tasks: Tasks
}

export const timetableFeature: Feature<Deps> = {
  routes: gtfsRoutes,
  sweeps: ({ db }) => ({ feeds: () => forgetFeeds(db) }),
}

async function gtfsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, now, origin } = deps

  serve(app, listGtfsImports, () => recentImports(db, now()))

  serve(app, getGtfsImport, ({ params }) => readImport(db, params.id, now()))

  serve(app, listGtfsSources, () => listSources(db))

  serve(app, exportGtfs, async ({ query, reply }) => {
    const { zip, faresLeftOut } = await exportFeed(db, { ...query, url: origin, now: now() })
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="gtfs-${query.from}-${query.to}.zip"`)
      .header(FARES_LEFT_OUT_HEADER, faresLeftOut)
    return zip
  })

  await app.register(async (scope) => {
    await scope.register(multipart, { limits: UPLOAD_LIMITS })
    serve(scope, startGtfsImport, async ({ request, context }) => {
      const { feed, options, discard } = await receiveFeed(request)
      try {
        return await startImport(deps, feed, options, context)
      } finally {
        await discard()
      }
    })
  })
}
