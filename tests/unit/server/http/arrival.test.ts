import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { getHealth } from '../../../../contract/operations/system'
import { limitArrival } from '../../../../server/http/arrival'
import type { Context } from '../../../../server/kernel/context'
import { answerProblems } from '../../../../server/http/problem'

const HOURS_MS = 3_600_000

let close: () => Promise<unknown>
afterEach(() => close())

async function served(limits: Parameters<typeof limitArrival>[1], { isLookingUp = false } = {}) {
  const looked: (() => void)[] = []
  const app = fastify()
  answerProblems(app)
  app.decorateRequest('context')
  let begun = 0
  limitArrival(app, limits)
  app.addHook('onRequest', async (request) => {
    const { 'x-user': id = null } = request.headers
    request.context = { actor: { id } } as unknown as Context
    begun += 1
    if (isLookingUp) await new Promise<void>((resolve) => looked.push(resolve))
  })
  app.addHook('onRequest', async ({ url }, reply) => (url === '/refused' ? reply.code(401).send({}) : undefined))
  app.post('/take', async ({ body }) => body)
  app.addContentTypeParser('multipart/form-data', (_, payload, done) => {
    payload.resume().once('end', () => done(null, { isFile: true }))
  })
  app.route({
    method: 'POST',
    url: '/upload',
    config: { operation: { ...getHealth, bodyType: 'multipart/form-data' } },
    handler: async ({ body }) => body,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  close = async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
  /** Begins a call with a content length beyond the sent bytes. */
  const begin = (path = '/take', type = 'application/json', user = '') => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.on('error', () => undefined)
    const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${user && `X-User: ${user}\r\n`}Content-Length: 9\r\n\r\n{"a":`,
    )
    return { ended, finish: () => void socket.write('123}'), said: () => answer, hangUp: () => void socket.destroy() }
  }
  const post = () =>
    fetch(`${address}/take`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  const lookUp = () => looked.forEach((done) => done())
  return { begin, post, begun: () => begun, lookUp }
}

it('arrival limit ends a call whose body does not arrive, and its connection', async () => {
  const { begin } = await served({ arrivalMs: 50, lateAfterMs: HOURS_MS, lateMax: 1 })
  const answer = await begin().ended
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('did not arrive completely and in time')
})

it('arrival limit for a file depends on its size', async () => {
  const { begin } = await served({ arrivalMs: 50, lateAfterMs: HOURS_MS, lateMax: 1 })
  const upload = begin('/upload', 'multipart/form-data')
  await begin().ended
  expect(upload.said()).toBe('')
  upload.finish()
  await expect.poll(upload.said).toContain('"isFile":true')
})

it('arrival limit ends the oldest late call of a network with too many, and refuses no other', async () => {
  const { begin, post, begun } = await served({ arrivalMs: HOURS_MS, lateAfterMs: 1, lateMax: 2 })
  const oldest = begin()
  await expect.poll(begun).toBe(1)
  const others = [begin(), begin()]
  expect(await oldest.ended).toMatch(/^HTTP\/1\.1 400 /)
  expect((await post()).status).toBe(200)
  for (const { finish } of others) finish()
  for (const { said } of others) await expect.poll(said).toMatch(/^HTTP\/1\.1 200 /)
})

it('arrival limit neither counts nor ends late calls of signed-in users', async () => {
  const { begin, begun } = await served({ arrivalMs: HOURS_MS, lateAfterMs: 1, lateMax: 1 })
  const known = [begin('/take', 'application/json', 'ana'), begin('/take', 'application/json', 'ben')]
  const stranger = begin()
  await expect.poll(begun).toBe(3)
  begin()
  expect(await stranger.ended).toMatch(/^HTTP\/1\.1 400 /)
  for (const { finish } of known) finish()
  for (const { said } of known) await expect.poll(said).toMatch(/^HTTP\/1\.1 200 /)
})

it('arrival limit keeps a complete call that waits for its authentication', async () => {
  const limits = { arrivalMs: 50, lateAfterMs: 10, lateMax: 1 }
  const { begin, begun, post, lookUp } = await served(limits, { isLookingUp: true })
  const answers = [post(), post(), post()]
  await expect.poll(begun).toBe(3)
  // This incomplete call began last, so its time limit passes after that of the others.
  expect(await begin().ended).toMatch(/^HTTP\/1\.1 400 /)
  lookUp()
  expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual([200, 200, 200])
})

it('arrival limit closes the connection of a call that was answered before its body came', async () => {
  const { begin } = await served({ arrivalMs: 50, lateAfterMs: HOURS_MS, lateMax: 1 })
  expect(await begin('/refused').ended).toMatch(/^HTTP\/1\.1 401 /)
})
