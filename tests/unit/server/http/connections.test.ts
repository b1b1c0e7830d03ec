import { connect, type AddressInfo, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { limitConnections } from '../../../../server/http/connections'
import type { Context } from '../../../../server/kernel/context'

let close: () => Promise<unknown>
afterEach(() => close())

async function served(most: number, proxies: readonly string[] = []) {
  const app = fastify()
  let finish: () => void = () => undefined
  let slowCalls = 0
  const finished = new Promise<void>((resolve) => (finish = resolve))
  app.decorateRequest('context')
  app.addHook('onRequest', async (request) => {
    const { 'x-user': id = null } = request.headers
    request.context = { actor: { id } } as unknown as Context
  })
  limitConnections(app, most, proxies)
  app.get('/', async () => 'done')
  app.get('/slow', async () => {
    slowCalls += 1
    await finished
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  close = async () => {
    finish()
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    socket.on('error', () => undefined)
    return {
      call: (path = '/', headers = '') => void socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`),
      received: () => received,
      isClosed: () => socket.closed,
    }
  }
  /** Opens a connection and makes a call on it. */
  const answered = async (headers = '') => {
    const connection = open()
    connection.call('/', headers)
    await expect.poll(connection.received).toContain('done')
    return connection
  }
  return { open, answered, finish, slowCalls: () => slowCalls }
}

it('connection limit closes the oldest idle connection', async () => {
  const { answered } = await served(2)
  const [oldest, middle] = [await answered(), await answered()]
  const newest = await answered()
  await expect.poll(oldest.isClosed).toBe(true)
  expect([middle.isClosed(), newest.isClosed()]).toEqual([false, false])
})

it('connection limit closes the oldest connection when each has a call, and never refuses a new one', async () => {
  const { open, answered, finish, slowCalls } = await served(2)
  const [oldest, newer] = [open(), open()]
  oldest.call('/slow')
  await expect.poll(slowCalls).toBe(1)
  newer.call('/slow')
  await expect.poll(slowCalls).toBe(2)
  await answered()
  await expect.poll(oldest.isClosed).toBe(true)
  finish()
  await expect.poll(newer.received).toContain('done')
})

it('connection limit does not count connections of signed-in users', async () => {
  const { answered } = await served(1)
  const known = [await answered('x-user: ana\r\n'), await answered('x-user: ben\r\n')]
  await answered()
  await answered()
  expect(known.map(({ isClosed }) => isClosed())).toEqual([false, false])
})

it.each([['loopback'], ['127.0.0.1']])('connection limit does not count those of the proxy %s', async (proxy) => {
  const { answered } = await served(1, [proxy])
  const open = [await answered(), await answered()]
  expect(open.map(({ isClosed }) => isClosed())).toEqual([false, false])
})

it('connection limit is off when it is 0', async () => {
  const { answered } = await served(0)
  const open = [await answered(), await answered()]
  expect(open.map(({ isClosed }) => isClosed())).toEqual([false, false])
})
