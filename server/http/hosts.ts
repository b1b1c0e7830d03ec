import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { getHealth, getReadiness } from '../../contract/operations/system'
import { plainAddress } from '../adapters/ip-ranges'
import { isLoopback } from '../config/env'
import { Refusal } from './refusal'

interface Settings {
  /** What the server listens on. */
  host: string
  publicUrl: string | null
  allowedOrigins: readonly string[]
}

/** What a load balancer asks, by whatever name it has for this machine. */
const FOR_ALL = new Set<unknown>([getHealth, getReadiness])

/**
 * Refuses calls for a name that is none of this server's. A page of another site can have its own name lead to this
 * machine; for the browser it is then of one origin with everything here, and the name in `Host` is all that is left to
 * tell it by.
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
    // What a proxy says was asked for is as much the caller's choice as what it asks for itself.
    if ([request.headers.host ?? '', request.host].every((given) => isOwn(given, localAddress))) return
    throw new Refusal(
      'host_unknown',
      'This server does not answer by that name. Open it at its own address, or give PUBLIC_URL or ALLOWED_ORIGINS the name.',
    )
  })
}

/** The name or address of a `Host` without its port, written in one way only; null where it is none. */
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
 * The origin of the links that are handed out and mailed: the address that people open, else the one that the server
 * listens on. Never what a caller says in `Host`: the link goes to somebody else.
 */
export function ownOrigin({ publicUrl, host, port }: Address): string {
  if (publicUrl !== null) return new URL(publicUrl).origin
  const name = isIP(host) === 6 ? `[${host}]` : host
  return new URL(`http://${isEveryAddress(host) ? 'localhost' : name}:${port}`).origin
}

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'
