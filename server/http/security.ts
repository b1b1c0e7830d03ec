import helmet from '@fastify/helmet'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal'

interface Settings {
  publicUrl: string | null
  allowedOrigins: string[]
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers of every answer, and the rule that another site's page changes nothing here. */
export async function secure(app: FastifyInstance, settings: Settings): Promise<void> {
  const overTls = settings.publicUrl?.startsWith('https:') ?? false
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // The styling library writes style elements while the page runs.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", 'ws:', 'wss:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cors, {
    origin: settings.allowedOrigins,
    credentials: true,
    exposedHeaders: ['Content-Range', 'X-Total-More', 'ETag', 'X-Request-Id', 'Retry-After'],
  })

  const allowed = new Set([
    ...settings.allowedOrigins,
    ...(settings.publicUrl ? [new URL(settings.publicUrl).origin] : []),
  ])
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    const { origin, host } = request.headers
    if ((SAFE.has(request.method) && !isWebSocket(request)) || origin === undefined || allowed.has(origin)) return
    if (hostOf(origin) !== host)
      throw new Refusal('origin_not_allowed', 'Add the origin to ALLOWED_ORIGINS to let its pages call the API.')
  })
}

/** A WebSocket starts as a GET that no CORS rule guards, so its origin is checked as that of a change. */
export const isWebSocket = (request: FastifyRequest): boolean => request.headers.upgrade?.toLowerCase() === 'websocket'

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
