import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { Problem } from '../../../../contract/core/problem'
import { answerProblems } from '../../../../server/http/problem'
import { clientErrorHandlers, refuseWhileClosing } from '../../../../server/http/client-errors'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

class Event {
  happen!: () => void
  readonly happened = new Promise<void>((resolve) => {
    this.happen = resolve
  })
}

async function served() {
  const app = fastify({ ...clientErrorHandlers, forceCloseConnections: 'idle', routerOptions: { maxParamLength: 8 } })
  const [started, finish, closing] = [new Event(), new Event(), new Event()]
  answerProblems(app)
  refuseWhileClosing(app)
  app.get('/slow', async () => {
    started.happen()
    await finish.happened
    return 'done'
  })
  app.addHook('preClose', async () => closing.happen())
  app.get('/things/:id', async () => 'thing')
  await app.listen({ port: 0, host: '127.0.0.1' })
  ends.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  await once(socket, 'connect')
  return { app, socket, started, finish, closing }
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Reads from a socket until the other side closes. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

/** Parses the body of the last answer. */
const problemIn = (text: string): unknown => JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n')))

describe('an unroutable request is answered with a problem', () => {
  it.each(['/things/%zz', '/%E0%A4%A', `/things/${'x'.repeat(20)}`])('at the address %s', async (url) => {
    const { app } = await served()
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(Problem.parse(answer.json())).toMatchObject({ status: 400, code: 'malformed', retryable: false })
  })

  it('when it is no HTTP', async () => {
    const { socket } = await served()
    socket.write('NONSENSE\r\n\r\n')
    const text = await received(socket)
    expect(text).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s)
    expect(Problem.parse(problemIn(text))).toMatchObject({ status: 400, code: 'malformed' })
  })

  it('while the server stops, and calls in progress are completed', async () => {
    const { app, socket, started, finish, closing } = await served()
    const { port } = app.server.address() as AddressInfo
    const late = connect(port, '127.0.0.1')
    ends.push(() => late.destroy())
    late.write('GET /things/1 HTTP/1.1\r\n')
    await once(app.server, 'connection')
    socket.write(ask('/slow'))
    await started.happened
    const closed = app.close()
    await closing.happened
    late.write('Host: localhost\r\n\r\n')
    const refused = await received(late)
    finish.happen()
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 200 OK.*done$/s)
    await closed
    expect(refused).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5.*application\/problem\+json/is)
    expect(Problem.parse(problemIn(refused))).toMatchObject({ status: 503, code: 'unavailable', retryable: true })
  })
})
