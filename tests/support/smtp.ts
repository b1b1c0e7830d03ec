import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A minimal mail server for outgoing mail; it offers no STARTTLS. */
export interface TestMailServer {
  url: string
  /** Complete messages as received. */
  received: string[]
  /** Verbs of all commands received. */
  verbs: string[]
  /** Whether it supports EHLO, and not only the older HELO. */
  knowsEhlo: boolean
  /** The response that refuses the next address; null accepts it. */
  refuseWith: string | null
  close: () => Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    talk(socket, state)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    verbs: [],
    knowsEhlo: true,
    refuseWith: null,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return state
}

function talk(socket: Socket, state: TestMailServer): void {
  let waiting = ''
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test')
  socket.on('data', (chunk) => {
    waiting += chunk.toString('utf8')
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = waiting.indexOf(end)
      if (at === -1) return
      const part = waiting.slice(0, at)
      waiting = waiting.slice(at + end.length)
      if (isData) {
        state.received.push(part)
        isData = false
        say('250 taken')
        continue
      }
      const verb = part.slice(0, 4).toUpperCase()
      state.verbs.push(verb)
      isData = verb === 'DATA'
      if (isData) say('354 go on')
      else if (verb === 'STAR' || (verb === 'EHLO' && !state.knowsEhlo)) say('502 not implemented')
      else if (verb === 'EHLO') say('250-test\r\n250 AUTH PLAIN')
      else if (verb === 'AUTH') say('235 ok')
      else if (verb === 'RCPT' && state.refuseWith !== null) say(state.refuseWith)
      else say(verb === 'QUIT' ? '221 bye' : '250 ok')
    }
  })
}

/** Returns the decoded text parts of a message, and the first lines of its header. */
export function readMessage(message: string): { head: string; text: string; html: string; files: string[] } {
  const head = message.slice(0, message.indexOf('\r\n\r\n'))
  const parts = message.split(/\r\n--[^\r\n]+/)
  const bodyOf = (type: string) => {
    const part = parts.find((candidate) => new RegExp(`Content-Type: ${type}`, 'i').test(candidate)) ?? ''
    const body = part.slice(part.indexOf('\r\n\r\n') + 4)
    if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
    if (!/Content-Transfer-Encoding: quoted-printable/i.test(part)) return body
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  const files = [...message.matchAll(/filename="?([^"\r\n]+)"?/g)].map((match) => match[1] ?? '')
  return { head, text: bodyOf('text/plain'), html: bodyOf('text/html'), files }
}
