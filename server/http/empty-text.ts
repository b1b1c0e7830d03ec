import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal'

/**
 * Takes a deletion that calls its absent body text, as ra-data-simple-rest does. No page of another site can send one
 * without asking first, as it can send a text: that passes for no call.
 */
export function takeEmptyText(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', (request, _, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
    if (request.method === 'DELETE' && length === '0' && transfer === undefined) return done(null, undefined)
    done(new Refusal('unsupported_media_type', 'Send JSON, or no body and no type.'))
  })
}
