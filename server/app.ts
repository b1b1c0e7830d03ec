import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { BODY_MAX_BYTES } from '../contract/core/limits'
import type { Config } from './config/env'
import type { Secrets } from './config/secrets'
import type { OpenDatabase } from './db/database'
import { TotalCache } from './crud/total-cache'
import { accountSecrets } from './adapters/account-secrets'
import { networkOf } from './adapters/ip-ranges'
import { accountRoutes } from './features/auth/account-routes'
import { removeFirstAdminFile } from './features/auth/first-admin'
import { authRoutes } from './features/auth/routes'
import { createSecondFactors } from './features/auth/second-factor'
import { createSessions } from './features/auth/sessions'
import { sendLinkMail } from './features/mails/link-mail'
import { registerFeatures } from './wiring'
import { demoRoutes, type DemoPerson } from './features/demo/routes'
import { partnerAccessRoutes } from './features/partner/access/routes'
import { partnerAuthRoutes } from './features/partner/auth/routes'
import { createPartnerSessions } from './features/partner/auth/sessions'
import { partnerReader } from './features/partner/auth/reader'
import { recordPartnerCalls } from './features/partner/logs/record-calls'
import { createRecorder } from './features/partner/logs/recorder'
import { partnerLogRoutes } from './features/partner/logs/routes'
import { notificationRoutes } from './features/notifications/routes'
import { authenticateCalls } from './http/authenticate'
import { limitCalls } from './http/call-limit'
import { reportHealth } from './http/health'
import { useContractSerialization } from './http/json-schema'
import { documentApi } from './http/openapi'
import { ownOrigin } from './http/origin'
import { answerProblems } from './http/problem'
import { limitPartnerKeys } from './http/partner-limits'
import { logRequests } from './http/request-log'
import { secure } from './http/security'
import { isConsoleFile, serveConsole } from './http/static-console'
import { refuseWhileClosing, unheard } from './http/unheard'
import { useContractValidation } from './http/validation'
import { VERSION } from './version'

export interface Dependencies {
  config: Config
  secrets: Secrets
  database: OpenDatabase
  /** Folder of the built console. */
  consoleDir: string
  logger: FastifyBaseLogger
  now: () => Date
  /** Totals of lists, shared with what else writes in this process; of its own unless given. */
  totals?: TotalCache
  /** Whom one can sign in as in the demo; absent where no demo runs. */
  demoPeople?: readonly DemoPerson[] | undefined
}

/** Builds the whole server without listening, so that a test can ask it without a port. */
export async function buildApp({
  config,
  secrets,
  database,
  consoleDir,
  logger,
  now,
  totals = new TotalCache(now),
  demoPeople,
}: Dependencies): Promise<FastifyInstance> {
  const { db } = database
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
  const accounts = accountSecrets(secrets.account_key)
  const secondFactors = createSecondFactors(db, accounts)
  const sessions = createSessions(db, secrets.access_token_key, secondFactors, () =>
    removeFirstAdminFile(config.dataDir),
  )

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
  authenticateCalls(app, sessions.tokenReaders(now), partnerReader(db), now)
  if (config.rateLimitPerMinute > 0) limitPartnerKeys(app)
  const recorder = createRecorder(db, (error, entries) =>
    logger.error({ err: error, entries }, 'partner calls not written'),
  )
  recordPartnerCalls(app, recorder)

  const { trouble: clockTrouble } = database.clock
  reportHealth(app, () => database.probe(), { clockTrouble, lostCalls: recorder.lostCount })
  const origin = ownOrigin(config)
  await authRoutes(app, { sessions, overTls: config.publicUrl?.startsWith('https:') ?? false })
  const sendLink = config.smtp === null ? null : sendLinkMail
  accountRoutes(app, { db, sessions, secondFactors, secrets: accounts, sendLink, origin })
  const partnerSessions = createPartnerSessions(db)
  partnerAuthRoutes(app, { db, sessions: partnerSessions })
  const { confirmPassword } = partnerSessions
  partnerAccessRoutes(app, { db, secrets: accounts, sendLink, origin, confirmPassword })
  partnerLogRoutes(app, { db, recorder })
  demoRoutes(app, demoPeople ?? [])
  const { ticket_key: ticketKey, webhook_key: webhookKey } = secrets
  const { flush: flushCalls } = recorder
  await registerFeatures(app, {
    db,
    totals,
    config,
    ticketKey,
    webhookKey,
    backupKey: secrets.backup_key,
    accounts,
    flushCalls,
    now,
  })
  await notificationRoutes(app, { database, now, activeSessions: sessions.activeSessions(now) })
  await documentApi(app, VERSION)
  await serveConsole(app, consoleDir, config.mapTiles && new URL(config.mapTiles.url).origin)
  return app
}

/** The caller's request id when it is a plain one, so that a trace can cross systems; else one of our own. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
