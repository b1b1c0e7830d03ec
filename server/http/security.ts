import helmet from '@fastify/helmet'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sentence } from '../../contract/core/sentence'
import { ANSWER_POLICY } from './content-security'
import { answerOwnHosts } from './hosts'
import { pathOf } from './methods'
import { Refusal } from './refusal'

interface Settings {
  host: string
  publicUrl: string | null
  allowedOrigins: string[]
}

const CALL = /^\/(api|octo)\//
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
type Site = string | string[] | undefined
const OWN_SITES = new Set<Site>([undefined, 'same-origin', 'none'])
const FOREIGN_SITES = new Set<Site>(['cross-site', 'same-site'])

/** Sets the security headers of every answer, and refuses changes from pages of other sites. */
export async function secure(app: FastifyInstance, settings: Settings): Promise<void> {
  const overTls = settings.publicUrl?.startsWith('https:') ?? false
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: ANSWER_POLICY },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  answerOwnHosts(app, settings)
  // OPTIONS without an origin is not a preflight, so the answer lists the methods.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS' || request.headers.origin !== undefined) return
    const path = pathOf(request)
    const methods = app.methodsOf(path)
    if (methods.length > 0) return reply.header('allow', methods.join(', ')).code(204).send()
    if (CALL.test(path)) throw new Refusal('not_found', sentence`There is no operation at ${path}.`)
  })
  await app.register(cors, {
    origin: settings.allowedOrigins,
    credentials: true,
    // OPTIONS without a requested method is answered as JSON, not in plain text.
    strictPreflight: false,
    exposedHeaders: [
      'Content-Range',
      'X-Total-More',
      'ETag',
      'X-Request-Id',
      'Retry-After',
      'Idempotent-Replayed',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'RateLimit',
      'RateLimit-Policy',
      'Location',
      'Content-Disposition',
      'X-Fares-Left-Out',
      'X-Console-Version',
    ],
  })

  const allowed = new Set([
    ...settings.allowedOrigins,
    ...(settings.publicUrl ? [new URL(settings.publicUrl).origin] : []),
  ])
  app.addHook('onRequest', async (request, reply) => {
    if (CALL.test(request.url)) reply.header('cache-control', 'no-store')
    if (SAFE.has(request.method) && !isWebSocket(request)) return
    const { origin, host, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && allowed.has(origin)) return
    // Browsers send Sec-Fetch-Site or Origin; other clients send neither.
    const isOwn = origin === undefined ? OWN_SITES.has(site) : hostOf(origin) === host && !FOREIGN_SITES.has(site)
    if (!isOwn)
      throw new Refusal(
        'origin_not_allowed',
        sentence`Add the origin to ALLOWED_ORIGINS to let its pages call the API.`,
      )
  })
}

/** A WebSocket starts as a GET that no CORS rule guards, so its origin is checked like that of a change. */
export const isWebSocket = (request: FastifyRequest): boolean => request.headers.upgrade?.toLowerCase() === 'websocket'

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
