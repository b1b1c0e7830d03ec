import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { getHealth } from '../../../../contract/operations/system'
import type { Context } from '../../../../server/kernel/context'
import { takeTurnsPrinting } from '../../../../server/http/pdf-turns'
import { answerProblems } from '../../../../server/http/problem'
import { POLL_TIMEOUT_MS } from '../../../support/timeouts'

let end: () => unknown = () => undefined
afterEach(() => end())

/** Starts a server that prints documents when the test allows it. The path names the caller and the document. */
async function served() {
  const app = fastify({ forceCloseConnections: true })
  const arrived: string[] = []
  const started: string[] = []
  const closed: string[] = []
  const printings = new Map<string, { finish: () => void; fail: (error: Error) => void }>()
  answerProblems(app)
  app.addHook('onRequest', async (request, reply) => {
    const [, caller = '', name = ''] = request.url.split('/')
    request.context = { partner: null, actor: { type: 'user', id: caller }, ip: null } as unknown as Context
    reply.raw.once('close', () => closed.push(name))
  })
  takeTurnsPrinting(app)
  app.addHook('preValidation', async ({ url }) => {
    arrived.push(url.split('/')[2] ?? '')
  })
  const config = { operation: { ...getHealth, ok: { ...getHealth.ok, type: 'application/pdf' } } }
  app.get<{ Params: { name: string } }>('/:caller/:name', { config }, async ({ params: { name } }) => {
    started.push(name)
    await new Promise<void>((finish, fail) => printings.set(name, { finish, fail }))
    return name
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  end = async () => {
    for (const { finish } of printings.values()) finish()
    await app.close()
  }
  const call = (path: string) => {
    const request = get(`${address}/${path}`, { agent: false })
    const answer = once(request, 'response').then(([response]) => {
      const { statusCode } = (response as IncomingMessage).resume()
      return statusCode
    })
    answer.catch(() => undefined)
    return { answer, hangUp: () => request.destroy() }
  }
  const until = (list: string[], name: string) => expect.poll(() => list, { timeout: POLL_TIMEOUT_MS }).toContain(name)
  return { call, until, arrived, started, closed, printings }
}

it('a caller who disconnects gets no second slot before the first document is printed', async () => {
  const { call, until, arrived, started, closed, printings } = await served()
  const first = call('greedy/first')
  await until(started, 'first')
  first.hangUp()
  await until(closed, 'first')
  const second = call('greedy/second')
  await until(arrived, 'second')
  const other = call('other/third')
  await until(started, 'third')
  printings.get('third')?.finish()
  expect(await other.answer).toBe(200)
  expect(started).toEqual(['first', 'third'])
  printings.get('first')?.finish()
  await until(started, 'second')
  printings.get('second')?.finish()
  expect(await second.answer).toBe(200)
})

it('a caller who disconnects while waiting prints nothing, and keeps no slot', async () => {
  const { call, until, arrived, started, closed, printings } = await served()
  const first = call('greedy/first')
  await until(started, 'first')
  const second = call('greedy/second')
  await until(arrived, 'second')
  second.hangUp()
  await until(closed, 'second')
  const third = call('greedy/third')
  await until(arrived, 'third')
  printings.get('first')?.finish()
  expect(await first.answer).toBe(200)
  await until(started, 'third')
  printings.get('third')?.finish()
  expect(await third.answer).toBe(200)
  expect(started).toEqual(['first', 'third'])
})

it('a document that cannot be printed releases its slot', async () => {
  const { call, until, started, printings } = await served()
  const first = call('greedy/first')
  await until(started, 'first')
  const second = call('greedy/second')
  printings.get('first')?.fail(new Error('no ink'))
  expect(await first.answer).toBe(500)
  await until(started, 'second')
  printings.get('second')?.finish()
  expect(await second.answer).toBe(200)
})
