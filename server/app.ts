import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { BODY_MAX_BYTES } from '../contract/core/limits'
import { networkOf } from './adapters/ip-ranges'
import { recordPartnerCalls } from './features/partner/logs/record-calls'
import { authenticateCalls } from './http/authenticate'
import { limitCalls } from './http/call-limit'
import { reportHealth } from './http/health'
import { useContractSerialization } from './http/json-schema'
import { documentApi } from './http/openapi'
import { answerProblems } from './http/problem'
import { limitPartnerKeys } from './http/partner-limits'
import { logRequests } from './http/request-log'
import { secure } from './http/security'
import { isConsoleFile, serveConsole } from './http/static-console'
import { refuseWhileClosing, unheard } from './http/unheard'
import { useContractValidation } from './http/validation'
import { VERSION } from './version'
import { composeServer, type Server, type Settings } from './wiring'

export interface Dependencies extends Omit<Settings, 'onFault' | 'mailer'> {
  /** Folder of the built console. */
  consoleDir: string
  logger: FastifyBaseLogger
}

/**
 * Builds the server without listening, so that a test can ask it without a port.
 * @param server what it serves, shared with what else this process does; of its own unless given
 */
export async function buildApp(
  { consoleDir, logger, ...settings }: Dependencies,
  server: Server = composeServer({ ...settings, onFault: faultsIn(logger) }),
): Promise<FastifyInstance> {
  const { config, database, now } = settings
  const app = fastify({
    loggerInstance: logger,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    logController: new LogController({ disableRequestLogging: true }),
    ...unheard,
    bodyLimit: BODY_MAX_BYTES,
    // The largest timetable that may be sent takes two minutes on a slow line.
    requestTimeout: 180_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // A product of OCTO is named by three ids.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
  })
  // A form or a plain text from another site's page must not pass for a call.
  app.removeContentTypeParser('text/plain')
  answerProblems(app)
  useContractValidation(app)
  useContractSerialization(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  refuseWhileClosing(app)
  logRequests(app)
  limitCalls(app, config.callLimitMs)
  await secure(app, config)
  await app.register(underPressure, { maxEventLoopDelay: config.overloadDelayMs, retryAfter: 5 })
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: ({ url }) => config.rateLimitPerMinute === 0 || isConsoleFile(url),
  })
  authenticateCalls(app, server.readers.staff, server.readers.partner, now)
  if (config.rateLimitPerMinute > 0) limitPartnerKeys(app)
  recordPartnerCalls(app, server.recorder)

  const { trouble: clockTrouble } = database.clock
  reportHealth(app, () => database.probe(), { clockTrouble, lostCalls: server.recorder.lostCount })
  await server.routes(app)
  await documentApi(app, VERSION)
  await serveConsole(app, consoleDir, config.mapTiles && new URL(config.mapTiles.url).origin)
  return app
}

/** Writes down what fails beside the calls. */
export const faultsIn =
  (logger: Pick<FastifyBaseLogger, 'error'>): Settings['onFault'] =>
  (sentence, error, about) =>
    logger.error({ err: error, ...about }, sentence)

/** The caller's request id when it is a plain one, so that a trace can cross systems; else one of our own. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
