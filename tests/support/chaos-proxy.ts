import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Fault = 'refuse' | 'reset' | 'half-open' | 'trickle' | 'garbage'
const FAULTS: readonly Fault[] = ['refuse', 'reset', 'half-open', 'trickle', 'garbage']
/** Longest time before a connection meets its fault. */
const LIVES_MS = 60
const HALF_OPEN_MS = 120
const GARBAGE_BYTES = 64
/** Header of a text frame of 1 GiB: the frame is valid, but never completes. */
const ENDLESS_FRAME = Buffer.from([0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0])

/** Simple query of PostgreSQL's protocol that ends a transaction. */
const COMMIT = 'commit\0'
/** Last message of an answer of PostgreSQL outside of a transaction: ReadyForQuery, idle. */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** A connection to PostgreSQL to cut at the COMMIT of the transaction that contains a text. */
interface CommitCut {
  text: string
  /** Whether the COMMIT still reaches PostgreSQL, whose answer is lost. */
  reaches: boolean
}

/** An unreliable network on loopback: in a storm every connection meets one fault, in a calm none does. */
export class ChaosProxy {
  /** Treatment of new connections; in a silence they are accepted and nothing is transmitted. */
  weather: 'calm' | 'storm' | 'cut' | 'silence' = 'calm'
  /** Number of faults so far. */
  faults = 0
  /** The next commit to cut; null once it is cut. */
  commitCut: CommitCut | null = null
  /** Bytes of answers until the open connections are reset; null for no limit. */
  bytesUntilDrop: number | null = null
  readonly #links = new Set<readonly [Socket, Socket]>()
  readonly #server = createServer((client) => this.#link(client))

  constructor(
    private readonly target: number,
    private readonly chance: () => number,
  ) {}

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Drops all data on the open connections from here on, like a network that lost their state. */
  silence(): void {
    for (const [client, upstream] of this.#links) {
      client.unpipe(upstream).resume()
      upstream.unpipe(client).resume()
    }
  }

  /** Number of open connections. */
  get open(): number {
    return this.#links.size
  }

  /** Resets the open connections without a closing handshake. */
  drop(): void {
    for (const [client, upstream] of this.#links) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }

  close(): void {
    this.drop()
    this.#server.close()
  }

  /** Starts a frame that never completes on each open connection, and drops all later data on it. */
  beginEndlessFrame(): void {
    for (const [client, upstream] of this.#links) {
      upstream.unpipe(client).resume()
      client.write(ENDLESS_FRAME)
    }
  }

  #link(client: Socket): void {
    client.on('error', () => undefined)
    if (this.weather === 'cut') return this.#refuse(client)
    if (this.weather === 'silence') return void client.resume()
    const fault = this.weather === 'storm' ? FAULTS[Math.floor(this.chance() * FAULTS.length)] : undefined
    if (fault === 'refuse') return this.#refuse(client)
    const upstream = connect(this.target, '127.0.0.1')
    const link = [client, upstream] as const
    this.#links.add(link)
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => {
      this.#links.delete(link)
      upstream.destroy()
    })
    this.#watchCommits(client, upstream)
    upstream.on('data', (data: Buffer) => this.#countBytes(data))
    client.pipe(upstream)
    if (fault === 'trickle') upstream.on('data', (data) => this.#trickle(client, data))
    else upstream.pipe(client)
    if (fault) setTimeout(() => this.#strike(fault, client, upstream), this.chance() * LIVES_MS)
  }

  #countBytes(data: Buffer): void {
    if (this.bytesUntilDrop === null) return
    this.bytesUntilDrop -= data.length
    if (this.bytesUntilDrop > 0) return
    this.bytesUntilDrop = null
    this.drop()
  }

  /** Listens before the data is passed on, so that a COMMIT can be kept from PostgreSQL. */
  #watchCommits(client: Socket, upstream: Socket): void {
    let isMarked = false
    client.on('data', (data: Buffer) => {
      const cut = this.commitCut
      isMarked ||= cut !== null && data.includes(cut.text)
      if (!cut || !isMarked || !data.includes(COMMIT)) return
      this.commitCut = null
      this.faults += 1
      if (!cut.reaches) return void upstream.destroy()
      upstream.unpipe(client).on('data', (answer: Buffer) => {
        if (answer.subarray(-IDLE.length).equals(IDLE)) client.resetAndDestroy()
      })
      upstream.resume()
    })
  }

  #refuse(client: Socket): void {
    this.faults += 1
    client.resetAndDestroy()
  }

  #strike(fault: Fault, client: Socket, upstream: Socket): void {
    if (client.destroyed) return
    this.faults += 1
    if (fault === 'garbage') return void client.write(this.#garbage())
    if (fault === 'reset') return void client.resetAndDestroy()
    client.unpipe(upstream)
    upstream.unpipe(client)
    setTimeout(() => client.resetAndDestroy(), HALF_OPEN_MS)
  }

  /** Returns bytes that are never a valid WebSocket frame: 0xff sets the reserved bits. */
  #garbage(): Buffer {
    const bytes = Buffer.from(Array.from({ length: GARBAGE_BYTES }, () => Math.floor(this.chance() * 256)))
    bytes[0] = 0xff
    return bytes
  }

  /** Sends one byte, and the rest too late. */
  #trickle(client: Socket, data: Buffer): void {
    if (!client.destroyed) client.write(data.subarray(0, 1))
  }
}
