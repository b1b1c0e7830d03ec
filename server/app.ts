import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { ARRIVAL_MAX_S, BODY_MAX_BYTES } from '../contract/core/limits/requests'
import { networkOf } from './adapters/ip-ranges'
import { readMigrations } from './db/migration-files'
import { requireSameSchema } from './db/migration-plan'
import { recordPartnerCalls } from './features/partner/logs/record-calls'
import { limitArrival } from './http/arrival'
import { authenticateCalls } from './http/authenticate'
import { limitCalls } from './http/call-limit'
import { compressAnswers } from './http/compression'
import { limitConnections } from './http/connections'
import { answerUnchanged } from './http/etag'
import { reportHealth } from './http/health'
import { useContractSerialization } from './http/json-schema'
import { knowMethods } from './http/methods'
import { documentApi } from './http/openapi/index'
import { refuseOverload } from './http/overload'
import { answerProblems } from './http/problem'
import { limitPartnerKeys } from './http/partner-limits'
import { takeTurnsPrinting } from './http/pdf-turns'
import { convertPhones } from './http/phones'
import { logRequests, streamErrorLog } from './http/request-log'
import { secure } from './http/security'
import { isConsoleFile, nameConsoleVersion, serveConsole } from './http/static-console'
import { takeEmptyText } from './http/empty-text'
import { sendLimitHeaders } from './http/limit-headers'
import { clientErrorHandlers, refuseWhileClosing } from './http/client-errors'
import { useContractValidation } from './http/validation'
import { serveWellKnown } from './http/well-known'
import manifest from '../package.json' with { type: 'json' }
import { composeServer, type Server, type ServerDeps } from './wiring'

export interface AppDeps extends Omit<ServerDeps, 'onFault' | 'mailer'> {
  /** Folder of the built console. */
  consoleDir: string
  logger: FastifyBaseLogger
}

/**
 * Builds the server without listening, so that tests can call it without a port.
 * @param server its composition, shared with the rest of the process; a new one by default
 */
export async function buildApp(
  { consoleDir, logger, ...deps }: AppDeps,
  server: Server = composeServer({ ...deps, onFault: faultsIn(logger) }),
): Promise<FastifyInstance> {
  const { config, database, now } = deps
  const app = fastify({
    loggerInstance: logger,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    logController: streamErrorLog(),
    ...clientErrorHandlers,
    bodyLimit: BODY_MAX_BYTES,
    // The largest timetable that may be uploaded takes two minutes on a slow line.
    requestTimeout: 180_000,
    http: { headersTimeout: ARRIVAL_MAX_S * 1_000 },
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // The path of an OCTO product contains three ids.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
  })
  // A form or a plain text from another site's page must not be accepted as a call.
  app.removeContentTypeParser('text/plain')
  takeEmptyText(app)
  answerProblems(app)
  useContractValidation(app)
  convertPhones(app, server.phones)
  useContractSerialization(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  nameConsoleVersion(app, consoleDir)
  refuseWhileClosing(app)
  logRequests(app)
  limitCalls(app, config.callLimitMs)
  limitArrival(app, { lateMax: config.unfinishedPerNetwork })
  knowMethods(app)
  await secure(app, config)
  await refuseOverload(app, config.overloadDelayMs)
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: ({ url }) => config.rateLimitPerMinute === 0 || isConsoleFile(url),
  })
  authenticateCalls(app, server.readers.staff, server.readers.partner, now)
  limitConnections(app, config.connectionsPerNetwork, config.trustProxy)
  limitPartnerKeys(app, config.rateLimitPerMinute > 0)
  takeTurnsPrinting(app)
  recordPartnerCalls(app, server.recorder)
  sendLimitHeaders(app)
  answerUnchanged(app)
  await compressAnswers(app)

  const { trouble: clockTrouble } = database.clock
  // Read at the start, because a newer version may replace the files while the process runs.
  const migrations = readMigrations()
  const probe = async () => requireSameSchema(migrations, await database.probe())
  reportHealth(app, probe, { clockTrouble, lostCalls: server.recorder.lostCount })
  await server.routes(app)
  await documentApi(app, { version: manifest.version, publicUrl: config.publicUrl })
  serveWellKnown(app, config, now)
  await serveConsole(app, consoleDir, config.mapTiles && new URL(config.mapTiles.url).origin)
  return app
}

/** Returns a handler that logs background failures. */
export const faultsIn =
  (logger: Pick<FastifyBaseLogger, 'error'>): ServerDeps['onFault'] =>
  (sentence, error, about) =>
    logger.error({ err: error, ...about }, sentence)

/** Returns the caller's request id if it is a plain one, so that a trace can cross systems; otherwise a new one. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
