import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentence } from '../../contract/core/sentence'
import { send } from './problem'
import { Refusal } from './refusal'

/** Returns the methods of an address, from the routes that are registered later; empty if there is no route. */
export type MethodsOf = (path: string) => readonly string[]

/** @param app before it has its routes */
export function knowMethods(app: FastifyInstance): MethodsOf {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation) known.set(url, new Set([...(known.get(url) ?? []), ...[method].flat()]))
  })
  let compiled: { pattern: RegExp; methods: Set<string> }[] | undefined
  return (path) => {
    compiled ??= [...known].map(([url, methods]) => ({ pattern: patternOf(url), methods }))
    const found = compiled.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods])
    return found.length === 0 ? [] : [...new Set([...found, 'OPTIONS'])].sort()
  }
}

const patternOf = (url: string): RegExp => new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`)

/** Answers a method that an address does not support. @param methods the supported methods */
export function answerOtherMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): FastifyReply {
  const allow = methods.join(', ')
  reply.header('allow', allow)
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return send(request, reply, new Refusal('method_not_allowed', sentence`This address supports ${allow}.`))
}
