import compress from '@fastify/compress'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Operation } from '../../contract/core/operations'

/** A smaller answer fits one packet without compression. */
const THRESHOLD_BYTES = 1_024

/** Compresses answers with the caller's best encoding. Compressed requests are refused: they may expand without limit. */
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

/** Logs answers that callers abort at level info, because the compression plugin reports them as errors. */
function withAbortsAsInfo(log: FastifyBaseLogger): FastifyBaseLogger {
  const error = (about: unknown, sentence?: string): void => {
    if (about instanceof Error && 'code' in about && about.code === 'ERR_STREAM_PREMATURE_CLOSE')
      log.info('aborted by the caller')
    else log.error(about, sentence)
  }
  return Object.create(log, { error: { value: error } }) as FastifyBaseLogger
}

/**
 * Returns whether the answers of an operation may be compressed. Answers with a new secret (session, key, recovery code) are
 * not: their length would reveal it next to data of the caller (BREACH). Other calls need a token that pages of other sites
 * do not have, so they cannot repeat them.
 */
export const isPacked = ({ method, root, tag }: Operation): boolean =>
  root !== 'host' && (method === 'GET' || tag === 'octo')
