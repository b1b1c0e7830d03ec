import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { webhookPoster, type WebhookAnswer } from '../../../../server/adapters/webhook-post'
import {
  DECISIVE_RECEIVERS,
  HANGING_RECEIVERS,
  OVERSIZED_BODY_BYTES,
  type HostileReceiver,
} from '../../../support/hostile-receivers'
import { TEST_TIMEOUT_MS } from '../../../support/timeouts'

const SHORT_LIMIT_MS = 300
const LONG_BODY = JSON.stringify({ text: 'x'.repeat(OVERSIZED_BODY_BYTES) })

const endings: (() => void)[] = []
afterEach(() => endings.splice(0).forEach((end) => end()))

interface Attempt {
  answer: WebhookAnswer
  /** Connections that the receiver has accepted. */
  connections: number
  /** Connections that are still open for the receiver. */
  open: ReadonlySet<Socket>
}

/** Posts once to a receiver on this machine. */
async function postTo(
  { play, isEager, isTls }: Omit<HostileReceiver, 'does' | 'result'>,
  { timeoutMs, body = '{}' }: { timeoutMs: number; body?: string },
): Promise<Attempt> {
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => open.delete(socket))
    if (isEager) play(socket)
    else socket.once('data', () => play(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    open.forEach((socket) => socket.destroy())
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const post = webhookPoster({ targets: 'any', timeoutMs })
  const answer = await post(`${isTls ? 'https' : 'http'}://127.0.0.1:${port}/hooks`, {}, body)
  // A receiver notices a closed connection only while it reads.
  open.forEach((socket) => socket.resume())
  return { answer, connections, open }
}

describe('a webhook attempt', () => {
  it.each(DECISIVE_RECEIVERS)('ends when the receiver $does', async ({ result, ...receiver }) => {
    const { answer, connections, open } = await postTo(receiver, { timeoutMs: TEST_TIMEOUT_MS })
    expect(answer).toMatchObject({ status: result.status, text: expect.stringMatching(result.text) as string })
    expect(connections).toBe(1)
    await expect.poll(() => open.size).toBe(0)
  })

  it.each(HANGING_RECEIVERS)('ends at its time limit when the receiver $does', async (receiver) => {
    const { answer, open } = await postTo(receiver, { timeoutMs: SHORT_LIMIT_MS, body: LONG_BODY })
    expect(answer).toMatchObject({ status: 0, text: 'No answer within 0.3 s.' })
    await expect.poll(() => open.size).toBe(0)
  })

  it('fails when the receiver closes after any byte of its answer', async () => {
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx: y\r\n\r\nok'
    for (let length = 0; length < answer.length; length += 1) {
      const play = (socket: Socket) => void socket.end(answer.slice(0, length))
      const attempt = await postTo({ play }, { timeoutMs: TEST_TIMEOUT_MS })
      expect(attempt.answer, `closed after ${length} bytes`).toMatchObject({ status: 0 })
      await expect.poll(() => attempt.open.size).toBe(0)
    }
  })

  it('ends at its time limit when the name of the receiver is never resolved', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    const post = webhookPoster({ targets: 'any', timeoutMs: SHORT_LIMIT_MS, resolve })
    const answer = await post('https://hooks.example.com/', {}, '{}')
    expect(answer).toMatchObject({ status: 0, text: 'No answer within 0.3 s.' })
  })
})
