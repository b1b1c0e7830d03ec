import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'

const AGAIN_MS = 1_000
const HERD_LIMIT_MS = 120_000
const MESSAGE_LIMIT_MS = 60_000

interface Herd {
  /** Milliseconds until the last client was connected and had its first response. */
  ms: number
  /** Handshakes that were refused or failed, and were retried a second later. */
  refused: number
}

/** Clients of one server, all in this process. */
export class Crowd {
  #sockets: WebSocket[] = []

  /** Opens a connection to each address at once, as after a restart of the server; each requests its counts. */
  async arrive(addresses: readonly string[]): Promise<Herd> {
    const started = performance.now()
    let refused = 0
    const comeIn = async (address: string): Promise<WebSocket> => {
      for (;;) {
        const socket = await open(address)
        if (socket) return socket
        refused += 1
        if (performance.now() - started > HERD_LIMIT_MS) throw new Error('Not everybody was let in.')
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    }
    this.#sockets = await Promise.all(addresses.map(comeIn))
    return { ms: performance.now() - started, refused }
  }

  /** @returns the time from the start of `trigger` until each client had the message with this text, in milliseconds */
  async hear(text: string, trigger: () => Promise<void>): Promise<number[]> {
    let started = 0
    const received = this.#sockets.map(
      (socket) =>
        new Promise<number>((resolve, reject) => {
          const missing = setTimeout(() => reject(new Error(`A client has not received ${text}.`)), MESSAGE_LIMIT_MS)
          const listen = (data: Buffer) => {
            if (!data.includes(text)) return
            clearTimeout(missing)
            socket.off('message', listen)
            resolve(performance.now() - started)
          }
          socket.on('message', listen)
        }),
    )
    started = performance.now()
    const [times] = await Promise.all([Promise.all(received), trigger()])
    return times
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate()
    this.#sockets = []
  }
}

function open(address: string): Promise<WebSocket | null> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  return new Promise((resolve) => {
    socket.once('error', () => resolve(null))
    socket.once('open', () => socket.send('{"type":"get_stats"}'))
    socket.once('message', () => resolve(socket))
  })
}

/** @param share from 0 to 1, e.g. 0.99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Returns the maximum number of open files of this process; NaN where there is no /proc. */
export function openFilesMax(): number {
  try {
    return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}
