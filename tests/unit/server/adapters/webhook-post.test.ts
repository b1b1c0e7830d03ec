import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../../server/adapters/public-addresses'
import { targetIssue, webhookPoster } from '../../../../server/adapters/webhook-post'

/** Timeout where an answer is required; a busy machine may be slow. */
const PATIENT_MS = 60_000

/** Counts connections to this machine, which must stay at zero for private addresses. */
let server: Server
let port = 0
let connections = 0
let answer = 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
beforeEach(() => {
  connections = 0
})

const PRIVATE = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.254', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.1.2.3'],
  ...['169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.254', '192.0.0.1', '192.0.2.1', '192.168.0.1'],
  ...['192.168.255.254', '198.18.0.1', '198.51.100.7', '203.0.113.7', '224.0.0.1', '239.1.1.1', '240.0.0.1'],
  ...['255.255.255.255', '192.88.99.1'],
]
const PRIVATE_6 = [
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::ffff:7f00:1', '::127.0.0.1'],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    'fc00::1',
  ],
  ...['fd00:ec2::254', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1', '3fff::1', '5f00::1'],
]
const hex = (address: string) => address.split('.').map((part) => `0x${Number(part).toString(16)}`)
const decimal = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Returns private addresses in every notation. */
function corpus(at: number): string[] {
  const plain = PRIVATE.flatMap((address) => [
    `https://${address}:${at}/`,
    `https://${decimal(address)}:${at}/`,
    `https://0x${decimal(address).toString(16)}:${at}/`,
    `https://${hex(address).join('.')}:${at}/`,
    `https://${address
      .split('.')
      .map((part) => `0${Number(part).toString(8)}`)
      .join('.')}:${at}/`,
    `https://user:pass@${address}:${at}/`,
    `https://[::ffff:${address}]:${at}/`,
  ])
  const six = PRIVATE_6.map((address) => `https://[${address}]:${at}/`)
  const names = [
    'localhost',
    'LOCALHOST',
    'api.localhost',
    'printer.local',
    'metadata.google.internal',
    'intranet',
    'localhost.',
  ]
  return [
    ...plain,
    ...six,
    ...names.map((name) => `https://${name}:${at}/`),
    `https://127.1:${at}/`,
    `https://127.0.1:${at}/`,
    `https://①②⑦.⓪.⓪.①:${at}/`,
    `https://example.com@127.0.0.1:${at}/`,
    `http://example.com:${at}/`,
    `ftp://127.0.0.1:${at}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/_',
    'javascript:alert(1)',
    '//127.0.0.1/',
    '',
  ]
}

describe('P-13 addresses of webhooks', () => {
  it('are refused when they lead to an internal network, in any notation', async () => {
    const urls = corpus(port)
    expect(urls.length).toBeGreaterThanOrEqual(200)
    const taken = urls.filter((url) => targetIssue(url, 'public') === null)
    expect(taken).toEqual([])
    const post = webhookPoster({ targets: 'public', timeoutMs: PATIENT_MS })
    const answers = await Promise.all(urls.map((url) => post(url, {}, '{}')))
    expect(answers.every(({ status }) => status === 0)).toBe(true)
    expect(connections).toBe(0)
  })

  it('are checked after the name is resolved, each of its addresses', async () => {
    for (const address of [...PRIVATE, ...PRIVATE_6.filter((text) => !text.includes('.'))]) {
      const family = address.includes(':') ? 6 : 4
      const good = { address: '93.184.215.14', family: 4 }
      for (const found of [[{ address, family }], [good, { address, family }]]) {
        const post = webhookPoster({ targets: 'public', timeoutMs: PATIENT_MS, resolve: async () => found })
        const { status, text } = await post(`https://rebind.example.com:${port}/`, {}, '{}')
        expect({ status, text }, address).toEqual({
          status: 0,
          text: 'The host name of the receiver resolves to an address of a private network.',
        })
      }
    }
    expect(connections).toBe(0)
  })

  it('are connected to at the checked address, whatever the name resolves to next', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const post = webhookPoster({ targets: 'any', timeoutMs: PATIENT_MS, resolve })
    expect((await post(`http://localhost:${port}/`, {}, '{}')).status).toBe(204)
    expect([asked, connections]).toEqual([1, 1])
  })

  it('keep their name for TLS when the connection is pinned', async () => {
    const names: string[] = []
    const secure = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name)
        done(null)
      },
    })
    secure.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const post = webhookPoster({ targets: 'any', timeoutMs: PATIENT_MS, resolve })
    const { port: at } = secure.address() as AddressInfo
    // The server has no certificate, so the handshake fails after it has read the name.
    expect(await post(`https://hooks.example.com:${at}/`, {}, '{}')).toMatchObject({
      status: 0,
      text: expect.stringContaining('The TLS handshake failed') as string,
    })
    expect(names).toEqual(['hooks.example.com'])
    secure.close()
  })

  it('are not redirected, not waited for and not read to the end', async () => {
    const post = webhookPoster({ targets: 'any', timeoutMs: PATIENT_MS })
    const url = `http://127.0.0.1:${port}/`
    answer = `HTTP/1.1 302 Found\r\nlocation: ${url}next\r\ncontent-length: 0\r\n\r\n`
    expect((await post(url, {}, '{}')).status).toBe(302)
    expect(connections).toBe(1)
    answer = `HTTP/1.1 200 OK\r\ncontent-length: 9000000\r\n\r\n${'x'.repeat(100_000)}`
    const long = await post(url, {}, '{}')
    expect([long.status, long.text.length]).toEqual([200, 4096])
    answer = ''
    const hanging = createServer(() => undefined)
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const impatient = webhookPoster({ targets: 'any', timeoutMs: 300 })
    const silent = await impatient(`http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`, {}, '{}')
    expect(silent).toMatchObject({ status: 0, text: 'No answer within 0.3 s.' })
    hanging.close()
  })

  it('outside are allowed: the guard does not refuse everything', () => {
    for (const url of ['https://example.com/hooks', 'https://93.184.215.14/', 'https://[2606:2800:21f::1]/x?y=1'])
      expect(targetIssue(url, 'public'), url).toBeNull()
    expect(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(4)
    expect(targetIssue('https://example.com/hooks', 'loopback')).not.toBeNull()
    expect(targetIssue('http://127.0.0.1:8000/', 'loopback')).toBeNull()
  })
})
