import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { Json } from './api'

export interface Received {
  headers: IncomingHttpHeaders
  /** The exact bytes as text. */
  text: string
  body: Json & { type: string; environment: string; data: Json }
}

export interface Receiver {
  url: string
  received: Received[]
  /** Returns the response; null leaves the sender waiting. */
  answer: (message: Received) => number | [status: number, headers: Record<string, string>] | null
}

/** Starts a partner's webhook receiver on this machine. */
export function useReceiver(): Receiver {
  const receiver: Receiver = { url: '', received: [], answer: () => 204 }
  let server: Server
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const message = { headers: request.headers, text, body: JSON.parse(text) as Received['body'] }
        const actual = receiver.answer(message)
        receiver.received.push(message)
        if (actual === null) return
        const [status, headers] = typeof actual === 'number' ? [actual, {}] : actual
        response.writeHead(status, headers).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
