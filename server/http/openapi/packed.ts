import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ETAG_CHARS = 12
/** Compresses nearly as well as the highest quality, in a tenth of the time. */
const BROTLI_QUALITY = 5

interface Packed {
  etag: string
  identity: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * Returns a function that answers with a large constant document and sets its ETag and encoding on the reply. It is
 * made, serialized and compressed once, so that anonymous calls cost no processor time or memory of their own.
 */
export function packedDocument(
  make: () => Promise<object>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer> {
  let made: Promise<Packed> | null = null
  return async ({ headers }, reply) => {
    const packed = await (made ??= make().then(pack))
    reply.header('etag', packed.etag).header('vary', 'accept-encoding').type('application/json; charset=utf-8')
    const encoding = bestEncoding(String(headers['accept-encoding'] ?? ''))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return packed[encoding]
  }
}

async function pack(document: object): Promise<Packed> {
  const identity = Buffer.from(JSON.stringify(document))
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(identity),
  ])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, ETAG_CHARS)
  return { etag: `W/"${digest}"`, identity, br, gzip: zipped }
}

/** Returns the smallest encoding that a caller accepts. @param accepted the header Accept-Encoding */
function bestEncoding(accepted: string): 'br' | 'gzip' | 'identity' {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
