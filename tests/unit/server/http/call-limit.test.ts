import { connect, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../contract/core/operations'
import { getHealth } from '../../../../contract/operations/system'
import { createPartnerTrip } from '../../../../contract/partner/trips'
import { limitCalls } from '../../../../server/http/call-limit'
import { answerProblems } from '../../../../server/http/problem'
import { systemContext } from '../../../../server/kernel/context'

const LIMIT_MS = 50

let end: () => unknown = () => undefined
afterEach(() => end())

/** Starts a server with handlers that wait for `finish`. */
async function served(more: Partial<Operation> = {}, limitMs = LIMIT_MS) {
  const app = fastify()
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  answerProblems(app)
  app.decorateRequest('context')
  app.addHook('onRequest', async (request) => {
    const key = request.headers['idempotency-key']
    const claim = { scope: 'test', fingerprint: 'test', onReplay: () => undefined, isClaimed: false }
    request.context = {
      ...systemContext('test', () => new Date()),
      ...(typeof key === 'string' && { idempotency: { key, ...claim } }),
    }
  })
  limitCalls(app, limitMs)
  const handler = async () => {
    await finished
    return { status: 'done' }
  }
  const method = ['GET', 'POST', 'PATCH', 'DELETE']
  app.route({ method, url: '/limited', config: { operation: getHealth }, handler })
  app.route({ method: 'POST', url: '/trips', config: { operation: createPartnerTrip }, handler })
  app.route({
    method: 'POST',
    url: '/waits',
    config: { operation: createPartnerTrip },
    // As sign-in does, before the handler.
    onRequest: () => finished,
    handler,
  })
  app.route({ method, url: '/other', config: { operation: { ...getHealth, ...more } }, handler })
  app.route({
    method: 'POST',
    url: '/idle',
    config: { operation: { ...createPartnerTrip, ...more } },
    handler: ({ raw }) => {
      raw.socket.emit('timeout')
      return finished
    },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  end = () => {
    finish()
    return app.close()
  }
  const call = (path: string, verb: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method: verb,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body }),
    })
  return { call, finish, port: (app.server.address() as AddressInfo).port }
}

describe('a call that takes too long', () => {
  it.each([
    ['GET', undefined],
    ['DELETE', undefined],
    ['POST', '{"name":"Ana"}'],
    ['PATCH', JSON.stringify({ text: 'x'.repeat(300_000) })],
  ])('is answered before its caller disconnects: %s', async (method, body) => {
    const { call } = await served()
    const answer = await call('/limited', method, body)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable', retryable: true })
    expect(answer.headers.get('retry-after')).not.toBeNull()
  })

  it('has an unknown outcome when its change has begun, which its key settles', async () => {
    const { call } = await served()
    const unkeyed = await call('/trips', 'POST', '{}')
    expect(unkeyed.status).toBe(503)
    expect(unkeyed.headers.get('retry-after')).not.toBeNull()
    expect(await unkeyed.json()).toMatchObject({ code: 'outcome_unknown', retryable: false })
    const keyed = await call('/trips', 'POST', '{}', { 'idempotency-key': 'order-1' })
    expect(await keyed.json()).toMatchObject({ code: 'outcome_unknown', retryable: true })
  })

  it('is retryable when its change has not begun', async () => {
    const { call } = await served()
    expect(await (await call('/waits', 'POST', '{}')).json()).toMatchObject({ code: 'unavailable', retryable: true })
  })

  it.each([{ bodyType: 'multipart/form-data' }, { ok: { ...getHealth.ok, type: 'text/csv' } }])(
    'has a limit by its size when it is an upload or a file: %o',
    async (more) => {
      const { call, finish } = await served(more)
      const slow = call('/other', 'POST', '{}')
      expect((await call('/limited', 'POST', '{}')).status).toBe(503)
      finish()
      expect((await slow).status).toBe(200)
    },
  )

  it.each([
    ['an upload', { bodyType: 'multipart/form-data' }, LIMIT_MS],
    ['a file', { ok: { ...getHealth.ok, type: 'text/csv' } }, LIMIT_MS],
    ['any call when calls have no limit', {}, 0],
  ] as const)('is answered when its connection times out: %s', async (_, more, limitMs) => {
    const { call } = await served(more, limitMs)
    const answer = await call('/idle', 'POST', '{}')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'outcome_unknown' })
  })

  it('is measured from the arrival of its body', async () => {
    const { call, finish, port } = await served()
    const socket = connect(port, '127.0.0.1')
    try {
      let answer = ''
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
      socket.write('POST /limited HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
      expect((await call('/limited', 'POST', '{}')).status).toBe(503)
      expect(answer).toBe('')
      finish()
      socket.write('}')
      await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 200 /)
    } finally {
      socket.destroy()
    }
  })
})
