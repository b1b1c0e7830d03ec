import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Operation } from '../../contract/core/operations'

/** A smaller answer fits one packet as it is. */
const THRESHOLD_BYTES = 1_024

/** Packs answers that are worth it, in the caller's best encoding. What callers send packed is refused: it may grow without end. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.log = withAbortsAsInfo(reply.log)
  })
  await app.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })
}

/** Logs answers that their callers abort as information: the compression plugin reports them as errors. */
function withAbortsAsInfo(log: FastifyBaseLogger): FastifyBaseLogger {
  const error = (about: unknown, sentence?: string): void => {
    if (about instanceof Error && 'code' in about && about.code === 'ERR_STREAM_PREMATURE_CLOSE')
      log.info('aborted by the caller')
    else log.error(about, sentence)
  }
  return Object.create(log, { error: { value: error } }) as FastifyBaseLogger
}

/**
 * Whether the answer of an operation may be packed. Secrets are told once, in answers to what makes them (a session, a key,
 * a recovery code): those go as they are, so that their length says nothing of what they hold beside what was sent (BREACH).
 * The rest is asked for with a token that no other site's page has, so none can have it asked again and again.
 */
export const isPacked = ({ method, root, tag }: Operation): boolean =>
  root !== 'host' && (method === 'GET' || tag === 'octo')
