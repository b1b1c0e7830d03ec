import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { z } from 'zod'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { BODY_MAX_BYTES, PUBLIC_BODY_MAX_BYTES } from '../../contract/core/limits/requests'
import type { Operation } from '../../contract/core/operations'
import type { Context } from '../kernel/context'
import { isPacked } from './compression'
import { serveOnce } from './idempotency'
import { writeInSlices } from './json-slices'
import { strictQuery } from './parameters'

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export interface Call<P, Q, B> {
  params: Output<P>
  query: Output<Q>
  body: Output<B>
  context: Context
  request: FastifyRequest
  reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/** The path parameter that names a record, by the path that creates records. */
const NAMED_BY = new Map(
  ALL_OPERATIONS.flatMap(({ method, path }) => {
    const [, at, name] = /^(.+)\/:(\w+)$/.exec(path) ?? []
    return method === 'GET' && at !== undefined && name !== undefined ? [[at, name]] : []
  }),
)

/** Returns whether an operation reads by id what this one creates. */
export const isRecordNamed = ({ path }: Operation): boolean => NAMED_BY.has(path)

/** Sets the Location header to the address of the created record. */
function setLocation(request: FastifyRequest, reply: FastifyReply, { path }: Operation, answer: unknown): void {
  const name = NAMED_BY.get(path)
  const id = name === undefined ? undefined : (answer as Record<string, unknown>)[name]
  if (typeof id !== 'string') return
  const at = request.url.split('?')[0]?.replace(/\/$/, '') ?? ''
  reply.header('location', `${at}/${encodeURIComponent(id)}`)
}

/** The result of a handler: the schema's output, or a file or nothing without a schema. */
type Answered<A> = A extends z.ZodType ? z.output<A> : unknown

/**
 * Registers an operation of the contract, with and without a trailing slash.
 * Input is validated by the operation's schemas, the caller by its access, and the answer is reduced to its schema.
 * Long lists are written in slices.
 */
export function serve<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends z.ZodType | undefined = undefined,
>(
  app: FastifyInstance,
  operation: Operation<P, Q, B, A>,
  handler: (call: Call<P, Q, B>) => Promise<Answered<A>>,
): void {
  const { method, path, params, body, ok } = operation
  const query = strictQuery(operation)
  const schema: FastifySchema = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && !operation.bodyType && { body }),
    ...(ok.schema && { response: { [ok.status]: ok.schema } }),
  }
  app.route({
    method,
    url: `${operation.root === 'host' ? '' : '/api'}${path}`,
    schema,
    bodyLimit: operation.bodyMaxBytes ?? (operation.access === 'public' ? PUBLIC_BODY_MAX_BYTES : BODY_MAX_BYTES),
    config: { operation, ...(operation.perMinute !== undefined && { rateLimit: { max: operation.perMinute } }) },
    ...(!isPacked(operation) && { compress: false as const }),
    handler: async (request, reply) => {
      const answer = await serveOnce(request, reply, operation, () =>
        handler({
          params: request.params as Output<P>,
          query: request.query as Output<Q>,
          body: request.body as Output<B>,
          context: request.context,
          request,
          reply,
        }),
      )
      const sliced = ok.schema && !reply.sent ? await writeInSlices(reply, ok.schema, answer) : null
      if (reply.sent) return reply
      reply.code(ok.status)
      if (ok.status === 201) setLocation(request, reply, operation, answer)
      return ok.status === 204 ? reply.send() : (sliced ?? answer)
    },
  })
}
