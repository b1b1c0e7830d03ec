import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { exportGtfs, getGtfsImport, listGtfsImports, startGtfsImport } from '../../../contract/gtfs-operations'
import type { Db } from '../../db/database'
import { serve } from '../../http/serve'
import { exportFeed } from './export-feed'
import { ImportRuns } from './import-runs'
import { UPLOAD_LIMITS, receiveFeed } from './upload'

interface Settings {
  db: Db
  now: () => Date
  /** Origin that people open in their browser; null when it is not known. */
  publicUrl: string | null
  /** Whether no other process can have the database open. */
  isOnlyProcess: boolean
  /** Told after each import that wrote something. */
  onWritten: () => void
}

/** Import and export of GTFS feeds. The server waits for running imports before it closes. */
export async function gtfsRoutes(app: FastifyInstance, settings: Settings): Promise<void> {
  const { db, now, publicUrl } = settings
  const runs = new ImportRuns({ ...settings, log: app.log })
  app.addHook('onClose', () => runs.settled())

  serve(app, listGtfsImports, () => runs.recent())

  serve(app, getGtfsImport, ({ params }) => runs.get(params.id))

  serve(app, exportGtfs, async ({ query, request, reply }) => {
    const url = publicUrl ?? `${request.protocol}://${request.host}`
    const feed = await exportFeed(db, { ...query, url, now: now() })
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="gtfs-${query.from}-${query.to}.zip"`)
    return feed
  })

  await app.register(async (scope) => {
    await scope.register(multipart, { limits: UPLOAD_LIMITS })
    serve(scope, startGtfsImport, async ({ request, context }) => {
      const { feed, options } = await receiveFeed(request)
      try {
        return await runs.start(feed, options, context)
      } catch (error) {
        await feed.discard()
        throw error
      }
    })
  })
}
