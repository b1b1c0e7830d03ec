import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from './refusal'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods of a path, `OPTIONS` included; empty if no operation has the path. */
    methodsOf: (path: string) => readonly string[]
  }
}

/** @param app before it has its routes */
export function knowMethods(app: FastifyInstance): void {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation) known.set(url, new Set([...(known.get(url) ?? []), ...[method].flat()]))
  })
  let compiled: { pattern: RegExp; methods: Set<string> }[] | undefined
  app.decorate('methodsOf', (path: string) => {
    compiled ??= [...known].map(([url, methods]) => ({ pattern: patternOf(url), methods }))
    const found = compiled.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods])
    return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort()
  })
}

const patternOf = (url: string): RegExp => new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`)

export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** Returns the refusal of a call without a route. Sets `Allow` when its path has other methods. */
export function refusalWithoutRoute(request: FastifyRequest, reply: FastifyReply): Refusal {
  const path = pathOf(request)
  const allow = request.server.methodsOf(path).join(', ')
  if (allow === '') return new Refusal('not_found', sentence`There is no route for ${request.method} ${path}.`)
  reply.header('allow', allow)
  return new Refusal('method_not_allowed', sentence`This address supports ${allow}.`)
}
