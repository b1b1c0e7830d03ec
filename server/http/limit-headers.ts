import type { FastifyInstance, FastifyReply } from 'fastify'

/*
 * `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10. @fastify/rate-limit 11 sends the three
 * headers of one limit under `X-RateLimit-` or, with `enableDraftSpec`, under the `RateLimit-` of an earlier draft.
 */

/** Rate limits, and the prefix of the three headers that state each of them. */
const POLICIES = [
  { name: 'address', headers: 'x-ratelimit' },
  { name: 'key', headers: 'ratelimit' },
] as const
const WINDOW_S = 60

/** Adds the rate limits of the caller to every counted answer, with what is left of each. */
export function sendLimitHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply) => {
    const counted = POLICIES.flatMap(({ name, headers }) => {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((what) =>
        figure(reply, `${headers}-${what}`),
      )
      return limit === undefined ? [] : [{ name, limit, remaining, reset }]
    })
    if (counted.length === 0) return
    reply.header('ratelimit-policy', counted.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_S}`).join(', '))
    reply.header(
      'ratelimit',
      counted.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
    )
  })
}

function figure(reply: FastifyReply, header: string): string | undefined {
  const value = reply.getHeader(header)
  return value === undefined ? undefined : String(value)
}
