import fastify, { type FastifyBaseLogger } from 'fastify'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { compressAnswers } from '../../../../server/http/compression'

const INFO_LEVEL = 30
const ERROR_LEVEL = 50

interface LogLine {
  level: number
  msg?: string
  err?: { message: string }
}

let end: () => unknown = () => undefined
afterEach(() => end())

/** Starts a server that sends `chunks` as a compressed file, and collects its log. */
async function serveFile(chunks: AsyncIterable<string>) {
  const lines: LogLine[] = []
  const loggerInstance: FastifyBaseLogger = pino(
    { level: 'trace' },
    { write: (line: string) => lines.push(JSON.parse(line) as LogLine) },
  )
  const app = fastify({ loggerInstance })
  await compressAnswers(app)
  const file = Readable.from(chunks, { objectMode: false })
  app.get('/file', (_request, reply) => reply.type('text/csv').send(file))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  end = () => app.close()
  return { address, file, lines, errors: () => lines.filter(({ level }) => level >= ERROR_LEVEL) }
}

/** Starts a download. @returns a function that aborts it, once its first bytes have arrived */
function download(address: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const call = request(`${address}/file`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      expect(response.headers['content-encoding']).toBe('gzip')
      response.on('error', () => undefined)
      response.once('data', () => resolve(() => response.destroy()))
    })
    call.on('error', reject)
    call.end()
  })
}

async function* endlessFile(): AsyncGenerator<string> {
  for (let line = 0; ; line++) {
    // Lets the server send and receive in between.
    await new Promise(setImmediate)
    yield `${line},${'x'.repeat(4_096)}\n`
  }
}

async function* brokenFile(): AsyncGenerator<string> {
  yield* Array.from({ length: 100 }, (_, line) => `${line},${Math.sin(line)}${'y'.repeat(line * 37)}\n`)
  await Promise.reject(new Error('The database is gone.'))
}

const closed = (file: Readable) => new Promise((resolve) => file.once('close', resolve))

it('a download that its caller aborts is not logged as an error', async () => {
  const { address, file, lines, errors } = await serveFile(endlessFile())
  const abort = await download(address)
  const ended = closed(file)
  abort()
  await ended
  await end()
  expect(errors()).toEqual([])
  expect(lines).toContainEqual(expect.objectContaining({ level: INFO_LEVEL, msg: 'aborted by the caller' }))
})

it('a download whose source fails is logged as an error', async () => {
  const { address, errors } = await serveFile(brokenFile())
  await download(address).catch(() => undefined)
  await expect.poll(errors).toEqual([expect.objectContaining({ msg: 'The database is gone.' })])
})
