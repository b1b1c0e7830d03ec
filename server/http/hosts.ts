import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { getHealth, getReadiness } from '../../contract/operations/system'
import { sentence } from '../../contract/core/sentence'
import { plainAddress } from '../adapters/ip-ranges'
import { isLoopback } from '../config/env'
import { Refusal } from './refusal'

interface Settings {
  /** The address that the server listens on. */
  host: string
  publicUrl: string | null
  allowedOrigins: readonly string[]
}

/** Operations that load balancers call under any host name. */
const FOR_ALL = new Set<unknown>([getHealth, getReadiness])

/**
 * Refuses calls with a `Host` that is not a name of this server.
 * This prevents DNS rebinding: a page of another site can point its own name at this machine, and the browser then treats
 * both as one origin.
 */
export function answerOwnHosts(app: FastifyInstance, { host, publicUrl, allowedOrigins }: Settings): void {
  const names = new Set([...(publicUrl === null ? [] : [publicUrl]), ...allowedOrigins].map(nameOfOrigin))
  names.add(nameOf(plainAddress(host)))
  const isOwn = (given: string, localAddress = '') => {
    const name = nameOf(given)
    if (name === null) return false
    return names.has(name) || isLoopback(name) || (isIP(name) > 0 && name === nameOf(plainAddress(localAddress)))
  }
  app.addHook('onRequest', async (request) => {
    if (FOR_ALL.has(request.routeOptions.config.operation)) return
    const { localAddress } = request.raw.socket
    // The forwarded host is checked as well, because the caller chooses it, too.
    if ([request.headers.host ?? '', request.host].every((given) => isOwn(given, localAddress))) return
    throw new Refusal(
      'host_unknown',
      sentence`This server does not serve that host name. Open its own address, or add the name to PUBLIC_URL or ALLOWED_ORIGINS.`,
    )
  })
}

/** Returns the normalized name or address of a `Host` without its port, or null if it is malformed. */
function nameOf(given: string): string | null {
  const written = `http://${isIP(given) === 6 ? `[${given}]` : given}`
  if (!/^[\w.:[\]-]+$/.test(given) || !URL.canParse(written)) return null
  return new URL(written).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

const nameOfOrigin = (origin: string) => (URL.canParse(origin) ? nameOf(new URL(origin).host) : null)

interface Address {
  publicUrl: string | null
  host: string
  port: number
}

/**
 * Returns the origin for links in answers and emails: PUBLIC_URL, else the address that the server listens on.
 * `Host` is never used, because the caller chooses it and the link goes to another person.
 */
export function ownOrigin({ publicUrl, host, port }: Address): string {
  if (publicUrl !== null) return new URL(publicUrl).origin
  const name = isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${isEveryAddress(host) ? 'localhost' : name}:${port}`).origin
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'
