import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEBHOOK_TESTS_PER_MINUTE } from '../../contract/core/limits/webhooks'
import type { Json } from '../support/api'
import type { Launched } from '../support/crash/killable'
import { connect, type Api } from '../support/e2e/api'
import { useProduct } from '../support/faults/product'
import { DECISIVE_RECEIVERS, HANGING_RECEIVERS, type HostileReceiver } from '../support/hostile-receivers'
import { make } from '../support/factories'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'
import { useReceiver } from '../support/webhook-receiver'

type Hostile = Omit<HostileReceiver, 'result'>

/** Among them: answers 101 with Upgrade, hangs at any byte, headers and bodies without an end. */
const RECEIVERS: readonly Hostile[] = [...HANGING_RECEIVERS, ...DECISIVE_RECEIVERS]
const RECEIVERS_MIN = 40

const product = useProduct()
const friendly = useReceiver()
const servers: Server[] = []
const sockets = new Set<Socket>()
let life: Launched
let admin: Api

beforeAll(async () => {
  life = product.launch({ WEBHOOK_LOOPBACK: '1' })
  await life.ready
  admin = await connect(life.address)
})
afterAll(async () => {
  await life.kill()
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** Starts a receiver on this machine. @returns its URL */
async function listen({ play, isEager, isTls }: Hostile): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => sockets.delete(socket))
    if (isEager) play(socket)
    else socket.once('data', () => play(socket))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `${isTls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

const as = (token: string) => ({ headers: { authorization: `Token ${token}` }, ifMatch: '*' })

/** Creates a partner with endpoints and sends a test message to each. @returns its id */
async function testEach(urls: readonly string[]): Promise<string> {
  const partner = await make(admin, 'partners', { status: 'active' })
  const id = String(partner['id'])
  const email = `owner-${id.slice(-12)}@example.com`
  const { body } = await admin.post(`/partners/${id}/invitations/`, { email, role: 'owner' })
  const accept = `/partner/auth/invitations/${String(body['link']).split('/').at(-1)}/accept/`
  const person = { first_name: 'Nadia', last_name: 'Roldán', password: 'four purple tractors sing' }
  const token = String((await admin.post(accept, person)).body['token'])
  for (const url of urls) {
    const request = { url, events: ['trip.held'], environment: 'live' }
    const endpoint = await admin.post('/partner/credentials/webhooks/', request, as(token))
    expect(endpoint.status, JSON.stringify(endpoint.body)).toBe(201)
    const path = `/partner/credentials/webhooks/${String(endpoint.body['id'])}/test/`
    expect((await admin.post(path, {}, as(token))).status).toBe(202)
  }
  return id
}

it(
  'hostile receivers of webhooks neither stop the process nor keep the messages of others waiting',
  async () => {
    expect(RECEIVERS.length).toBeGreaterThanOrEqual(RECEIVERS_MIN)
    const partners: string[] = []
    for (let from = 0; from < RECEIVERS.length; from += WEBHOOK_TESTS_PER_MINUTE) {
      const urls = await Promise.all(RECEIVERS.slice(from, from + WEBHOOK_TESTS_PER_MINUTE).map(listen))
      partners.push(await testEach(urls))
    }
    await testEach([friendly.url])
    await expect.poll(() => friendly.received.length).toBe(1)
    const unended = async () => {
      const pages = await Promise.all(partners.map((id) => admin.get(`/partners/${id}/webhook-deliveries`)))
      const deliveries = pages.flatMap(({ body }) => body['results'] as Json[])
      expect(deliveries).toHaveLength(RECEIVERS.length)
      return deliveries.filter((delivery) => delivery['last_duration_ms'] === null)
    }
    await expect.poll(unended, { interval: 250 }).toEqual([])
    expect(life.isAlive()).toBe(true)
    expect((await admin.get('/stations')).status).toBe(200)
    expect(await life.terminate()).toBe(0)
    expect(life.output()).not.toContain('uncaughtException')
  },
  LONG_TEST_TIMEOUT_MS,
)
