import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { z } from 'zod'
import type { Operation } from '../../contract/core/operations'
import type { Context } from './context'
import { oneAtATime } from './idempotency'

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

/** What a handler answers: what the schema says, or, where there is none, a file or nothing. */
type Answered<A> = A extends z.ZodType ? z.output<A> : unknown

/**
 * Puts an operation of the contract on the server: its input is checked by its schemas, its caller by its access,
 * and its answer is cut to its schema. With and without a trailing slash.
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
  const { method, path, params, query, body, ok } = operation
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
    config: { operation },
    handler: async (request, reply) => {
      const answer = await oneAtATime(request, reply, () =>
        handler({
          params: request.params as Output<P>,
          query: request.query as Output<Q>,
          body: request.body as Output<B>,
          context: request.context,
          request,
          reply,
        }),
      )
      if (reply.sent) return reply
      reply.code(ok.status)
      return ok.status === 204 ? reply.send() : answer
    },
  })
}
