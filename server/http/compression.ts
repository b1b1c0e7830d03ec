import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../contract/core/operations'

/** A smaller answer fits one packet as it is. */
const THRESHOLD_BYTES = 1_024

/** Packs answers that are worth it, in the caller's best encoding. What callers send packed is refused: it may grow without end. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })
}

/**
 * Whether the answer of an operation may be packed. Secrets are told once, in answers to what makes them (a session, a key,
 * a recovery code): those go as they are, so that their length says nothing of what they hold beside what was sent (BREACH).
 * The rest is asked for with a token that no other site's page has, so none can have it asked again and again.
 */
export const isPacked = ({ method, root, tag }: Operation): boolean =>
  root !== 'host' && (method === 'GET' || tag === 'octo')
