import type { FastifyInstance } from 'fastify'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from './refusal'

/**
 * Accepts DELETE requests with the content type text/plain and no body, which ra-data-simple-rest sends.
 * Other text is refused: a page of another site can send it without a preflight, but not a DELETE.
 */
export function takeEmptyText(app: FastifyInstance): void {
  app.addContentTypeParser('text/plain', (request, _, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
    if (request.method === 'DELETE' && length === '0' && transfer === undefined) return done(null, undefined)
    done(
      new Refusal(
        'unsupported_media_type',
        sentence`Send JSON with the content type application/json, or no body and no content type.`,
      ),
    )
  })
}
