import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Launched } from '../support/crash/killable'
import { useProduct } from '../support/faults/product'

const CONNECTIONS = 100
const UNFINISHED = 20
/** Only Linux answers at every address of 127.0.0.0/8. */
const NEEDS_LINUX = process.platform === 'linux' ? '' : ' (skipped: one loopback address only)'

const product = useProduct()

describe.skipIf(NEEDS_LINUX)(`a caller who keeps connections open${NEEDS_LINUX}`, () => {
  let life: Launched
  const sockets: Socket[] = []
  beforeAll(async () => {
    life = product.launch({
      CONNECTIONS_PER_NETWORK: String(CONNECTIONS),
      UNFINISHED_REQUESTS_PER_NETWORK: String(UNFINISHED),
    })
    await life.ready
  })
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => life.kill())

  /** Opens a connection from an address of this machine and sends the beginning of a request. */
  async function open(localAddress: string, text: string) {
    const { hostname, port } = new URL(life.address)
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    sockets.push(socket)
    let answer = ''
    socket.setEncoding('utf8').on('data', (data: string) => (answer += data))
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(text)
    return { answer: () => answer, isClosed: () => socket.closed }
  }
  const LOGIN = 'POST /api/auth/login/ HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n'
  const beginLogin = (from: string) => open(from, `${LOGIN}content-length: 100\r\n\r\n{"username":`)
  const call = async (from: string) => {
    const connection = await open(from, 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await expect.poll(connection.answer).toContain('HTTP/1.1 200')
    return connection
  }

  it('loses the oldest of more than 20 unfinished requests of a /24, and each when its time is over', async () => {
    const other = await beginLogin('127.0.1.1')
    const oldest = await beginLogin('127.0.0.10')
    const later = []
    for (let count = 0; count < UNFINISHED; count += 1) later.push(await beginLogin(`127.0.0.${20 + count}`))
    await expect.poll(oldest.isClosed).toBe(true)
    expect(oldest.answer()).toMatch(/^HTTP\/1\.1 400 /)
    expect([other, ...later].map(({ answer }) => answer())).toEqual(Array(UNFINISHED + 1).fill(''))
    await call('127.0.0.99')
    for (const { isClosed } of [other, ...later]) await expect.poll(isClosed).toBe(true)
    expect([other, ...later].map(({ answer }) => answer().slice(0, 12))).toEqual(
      Array(UNFINISHED + 1).fill('HTTP/1.1 400'),
    )
  })

  it('loses the oldest of more than 100 connections of a /24', async () => {
    const other = await call('127.0.1.1')
    const oldest = await call('127.0.0.10')
    const more = []
    for (let count = 0; count < CONNECTIONS; count += 1) more.push(await call(`127.0.0.${20 + (count % 50)}`))
    await expect.poll(oldest.isClosed).toBe(true)
    expect([other, ...more].filter(({ isClosed }) => isClosed())).toEqual([])
  })
})
