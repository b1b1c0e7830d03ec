import { connect, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../contract/core/operations'
import { getHealth } from '../../../../contract/operations/system'
import { limitCalls } from '../../../../server/http/call-limit'
import { answerProblems } from '../../../../server/http/problem'

const LIMIT_MS = 50

let end: () => unknown = () => undefined
afterEach(() => end())

/** Starts a server with handlers that wait for `finish`. */
async function served(more: Partial<Operation> = {}) {
  const app = fastify()
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  answerProblems(app)
  limitCalls(app, LIMIT_MS)
  const handler = async () => {
    await finished
    return { status: 'done' }
  }
  const method = ['GET', 'POST', 'PATCH', 'DELETE']
  app.route({ method, url: '/limited', config: { operation: getHealth }, handler })
  app.route({ method, url: '/other', config: { operation: { ...getHealth, ...more } }, handler })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  end = () => {
    finish()
    return app.close()
  }
  const call = (path: string, verb: string, body?: string) =>
    fetch(`${address}${path}`, {
      method: verb,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
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
