import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A server that responds to a webhook with given bytes at given moments. */
export interface HostileReceiver {
  /** The receiver's behaviour, as the end of a test's name. */
  does: string
  /** Runs for each connection when the first bytes of the request arrive. */
  play: (socket: Socket) => void
  /** Runs as soon as the connection is accepted, without reading from it. */
  isEager?: true
  /** The sender expects TLS. */
  isTls?: true
  /** Status and text of the result; with status 0 the text is the reason. */
  result: { status: number; text: RegExp }
}

/** A body size that exceeds the buffers between two sockets. */
export const OVERSIZED_BODY_BYTES = 16_000_000
const STEP_MS = 20
const OK_HEAD = 'HTTP/1.1 200 OK\r\n'
const KILOBYTE = 'x'.repeat(1024)

const answered = (status: number, text = /^/): HostileReceiver['result'] => ({ status, text })
const refused = (text: RegExp): HostileReceiver['result'] => ({ status: 0, text })

const say = (bytes: string | Buffer) => (socket: Socket) => void socket.write(bytes)
const sayAndClose = (bytes: string | Buffer) => (socket: Socket) => void socket.end(bytes)

/** Writes a first part, then repeats another as fast as the peer reads, until the connection closes. */
const repeat =
  (first: string, part: string | Buffer) =>
  (socket: Socket): void => {
    socket.write(first)
    const fill = () => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', fill)
    fill()
  }

/** Writes a first part, then another byte by byte with pauses, until the connection closes. */
const drip =
  (first: string, part: string) =>
  (socket: Socket): void => {
    socket.write(first)
    let at = 0
    const timer = setInterval(() => {
      socket.write(part.charAt(at % part.length))
      at += 1
    }, STEP_MS)
    socket.on('close', () => clearInterval(timer))
  }

/** Writes each byte separately, one per turn of the event loop. */
const sayByteByByte =
  (text: string) =>
  (socket: Socket): void => {
    const [byte, rest] = [text.charAt(0), text.slice(1)]
    if (byte === '' || socket.destroyed) return
    socket.write(byte)
    setImmediate(() => sayByteByByte(rest)(socket))
  }

/** Receivers that end the attempt by their behaviour. */
export const DECISIVE_RECEIVERS: readonly HostileReceiver[] = [
  { does: 'accepts without a body', play: say('HTTP/1.1 204 No Content\r\n\r\n'), result: answered(204, /^$/) },
  {
    does: 'answers in chunks with trailers',
    play: say(`${OK_HEAD}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n2\r\nok\r\n0\r\nx-sum: 1\r\n\r\n`),
    result: answered(200, /^ok$/),
  },
  { does: 'ends its body by closing', play: sayAndClose(`${OK_HEAD}\r\nok`), result: answered(200, /^ok$/) },
  { does: 'speaks HTTP/1.0', play: sayAndClose('HTTP/1.0 200 OK\r\n\r\nok'), result: answered(200, /^ok$/) },
  {
    does: 'sends every byte on its own',
    play: sayByteByByte(`${OK_HEAD}content-length: 2\r\n\r\nok`),
    result: answered(200, /^ok$/),
  },
  {
    does: 'answers before it has read anything',
    isEager: true,
    play: say(`${OK_HEAD}content-length: 2\r\n\r\nok`),
    result: answered(200, /^ok$/),
  },
  {
    does: 'redirects to itself',
    play: say('HTTP/1.1 307 Temporary Redirect\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    result: answered(307),
  },
  {
    does: 'hints before it answers',
    play: say(`HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\nok`),
    result: answered(200, /^ok$/),
  },
  {
    does: 'asks to continue before it answers',
    play: say(`HTTP/1.1 100 Continue\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\nok`),
    result: refused(/100 Continue/),
  },
  {
    does: 'sends more than its content-length',
    play: say(`${OK_HEAD}content-length: 2\r\n\r\nok and more`),
    result: answered(200, /^ok$/),
  },
  {
    does: 'sends an endless body of a known length',
    play: repeat(`${OK_HEAD}content-length: 9000000000\r\n\r\n`, KILOBYTE),
    result: answered(200, /^x{4096}$/),
  },
  {
    does: 'sends an endless body in chunks',
    play: repeat(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n`, `400\r\n${KILOBYTE}\r\n`),
    result: answered(200, /^x{4096}$/),
  },
  {
    does: 'sends an endless body of no length',
    play: repeat(`${OK_HEAD}\r\n`, KILOBYTE),
    result: answered(200, /^x{4096}$/),
  },
  {
    does: 'sends a compressed body that expands a thousand times',
    play: (socket) => {
      const body = gzipSync(Buffer.alloc(20_000_000))
      socket.write(`${OK_HEAD}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`)
      socket.write(body)
    },
    result: answered(200, /^[^]{1,4096}$/),
  },
  {
    does: 'switches protocols',
    play: say('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    result: refused(/another protocol/),
  },
  {
    does: 'switches protocols and goes on in the other one',
    play: repeat('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n', KILOBYTE),
    result: refused(/another protocol/),
  },
  {
    does: 'switches protocols without naming one',
    play: say('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    result: refused(/match HTTP/),
  },
  {
    does: 'asks to continue for ever',
    play: repeat('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    result: refused(/100 Continue/),
  },
  { does: 'closes without a word', isEager: true, play: (socket) => void socket.end(), result: refused(/closed/) },
  {
    does: 'closes once it has the request',
    play: (socket) => void socket.end(),
    result: refused(/closed/),
  },
  { does: 'resets the connection', play: (socket) => void socket.resetAndDestroy(), result: refused(/closed/) },
  {
    does: 'closes within its body',
    play: sayAndClose(`${OK_HEAD}content-length: 10\r\n\r\nok`),
    result: refused(/closed/),
  },
  {
    does: 'closes within a chunk',
    play: sayAndClose(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n5\r\nok`),
    result: refused(/closed/),
  },
  {
    does: 'sends one endless header',
    play: repeat(`${OK_HEAD}x: `, KILOBYTE),
    result: refused(/headers of the answer are too long/),
  },
  {
    does: 'sends endless headers',
    play: repeat(OK_HEAD, `x: ${KILOBYTE}\r\n`),
    result: refused(/headers of the answer are too long/),
  },
  {
    does: 'sends endless trailers',
    play: repeat(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`, `x: ${KILOBYTE}\r\n`),
    result: refused(/headers of the answer are too long/),
  },
  { does: 'sends garbage', play: repeat('', Buffer.alloc(1024, '\0\xff\x01\r\n', 'latin1')), result: refused(/match/) },
  { does: 'speaks HTTP/0.9', play: sayAndClose('<html>ok</html>\n'), result: refused(/match/) },
  {
    does: 'speaks HTTP/2',
    play: say(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
    result: refused(/match/),
  },
  { does: 'greets as a mail server', isEager: true, play: say('220 mail ESMTP\r\n'), result: refused(/match/) },
  {
    does: 'names two lengths',
    play: say(`${OK_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nok`),
    result: refused(/match/),
  },
  {
    does: 'names a length and sends chunks',
    play: say(`${OK_HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
    result: refused(/match/),
  },
  { does: 'names a negative length', play: say(`${OK_HEAD}content-length: -1\r\n\r\nok`), result: refused(/match/) },
  {
    does: 'sends a chunk longer than numbers go',
    play: say(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\nok`),
    result: refused(/match/),
  },
  {
    does: 'sends a chunk of no number',
    play: say(`${OK_HEAD}transfer-encoding: chunked\r\n\r\nsome\r\nok`),
    result: refused(/match/),
  },
  { does: 'sends a header without a name', play: say(`${OK_HEAD}: x\r\n\r\n`), result: refused(/match/) },
  { does: 'sends a null byte in a header', play: say(`${OK_HEAD}x: \0\r\n\r\n`), result: refused(/match/) },
  {
    does: 'answers TLS in plain HTTP',
    isTls: true,
    play: say(`HTTP/1.1 400 Bad Request\r\n\r\n`),
    result: refused(/TLS/),
  },
  { does: 'answers TLS with garbage', isTls: true, play: repeat('', KILOBYTE), result: refused(/TLS/) },
  {
    does: 'closes within the TLS handshake',
    isTls: true,
    play: (socket) => void socket.end(),
    result: refused(/closed/),
  },
  {
    does: 'resets within the TLS handshake',
    isTls: true,
    play: (socket) => void socket.resetAndDestroy(),
    result: refused(/closed/),
  },
  {
    does: 'refuses the TLS handshake',
    isTls: true,
    // Fatal alert: handshake_failure.
    play: say(Buffer.from([21, 3, 3, 0, 2, 2, 40])),
    result: refused(/TLS handshake failed/),
  },
]

/** Receivers where only the timeout ends the attempt. */
export const HANGING_RECEIVERS: readonly Omit<HostileReceiver, 'result'>[] = [
  { does: 'accepts nothing', isEager: true, play: (socket) => void socket.pause() },
  { does: 'answers nothing', play: () => undefined },
  { does: 'stops within the status line', play: say('HTTP/1.1 2') },
  { does: 'stops within a header', play: say(`${OK_HEAD}content-le`) },
  { does: 'stops after the headers', play: say(`${OK_HEAD}content-length: 2\r\n\r\n`) },
  { does: 'stops within its body', play: say(`${OK_HEAD}content-length: 2\r\n\r\no`) },
  { does: 'stops before the last chunk', play: say(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n2\r\nok\r\n`) },
  { does: 'stops within the trailers', play: say(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n0\r\nx: `) },
  { does: 'drips its headers', play: drip(OK_HEAD, 'x: y\r\n') },
  { does: 'drips its body', play: drip(`${OK_HEAD}content-length: 4000\r\n\r\n`, 'x') },
  { does: 'hints for ever', play: repeat('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n') },
  { does: 'hints and never answers', play: say('HTTP/1.1 103 Early Hints\r\n\r\n') },
  { does: 'processes for ever', play: drip('', 'HTTP/1.1 102 Processing\r\n\r\n') },
  { does: 'sends an endless reason', play: repeat('HTTP/1.1 200 ', KILOBYTE) },
  { does: 'sends empty lines for ever', play: repeat('', '\r\n'.repeat(512)) },
  {
    does: 'sends an endless chunk extension',
    play: repeat(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n2;x=`, KILOBYTE),
  },
  { does: 'never answers the TLS handshake', isTls: true, play: () => undefined },
  { does: 'stops within a TLS record', isTls: true, play: say(Buffer.from([22, 3, 3, 64, 0, 2])) },
]
