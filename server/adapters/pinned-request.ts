import type { LookupAddress } from 'node:dns'
import { Client } from 'undici'

export interface PinnedRequest {
  url: URL
  /** Address of the connection, whatever the name in `url` resolves to. */
  address: LookupAddress
  headers: Record<string, string>
  body: string
  /** Longer answers are read only up to this size. */
  answerMaxBytes: number
  /** Closes the connection in any state, also while it is being established. */
  signal: AbortSignal
}

export interface PinnedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The start of the body, not decompressed. */
  text: string
}

/**
 * Posts a body over a new connection and follows no redirect. Only `signal` limits the duration.
 * @throws when the connection fails, or the answer is not HTTP
 */
export async function postPinned(request: PinnedRequest): Promise<PinnedAnswer> {
  const { url, address: pinned, headers, body, answerMaxBytes, signal } = request
  signal.throwIfAborted()
  const client = new Client(url.origin, {
    connect: {
      lookup: (_, { all }, done) => (all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
      signal,
      timeout: 0,
    },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const path = url.pathname + url.search
    const answer = await client.request({ method: 'POST', path, headers, body, signal, reset: true })
    return { status: answer.statusCode, headers: answer.headers, text: await readStart(answer.body, answerMaxBytes) }
  } finally {
    await client.destroy()
  }
}

async function readStart(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= maxBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes))
}
