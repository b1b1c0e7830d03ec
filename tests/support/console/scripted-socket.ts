import { vi } from 'vitest'

/** Replaces the browser's WebSocket for a console under test: the test acts as the server. */
export class ScriptedSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  /** Every socket created so far, the newest last. */
  static all: ScriptedSocket[] = []

  readyState: number = ScriptedSocket.CONNECTING
  binaryType = 'blob'
  /** Messages sent by the console. */
  readonly sent: unknown[] = []
  /** The code that the console closed the socket with. */
  closedWith: number | null = null

  constructor(readonly url: string) {
    super()
    ScriptedSocket.all.push(this)
  }

  static install(): void {
    ScriptedSocket.all = []
    vi.stubGlobal('WebSocket', ScriptedSocket)
  }

  static get last(): ScriptedSocket {
    const socket = ScriptedSocket.all.at(-1)
    if (!socket) throw new Error('The console has opened no socket.')
    return socket
  }

  /** Number of sockets that are open or connecting. */
  static get alive(): number {
    return ScriptedSocket.all.filter(({ readyState }) => readyState <= ScriptedSocket.OPEN).length
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(code = 1000): void {
    if (this.readyState >= ScriptedSocket.CLOSING) return
    this.closedWith = code
    this.readyState = ScriptedSocket.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code, wasClean: true }))
  }

  /** Completes the handshake as the server. */
  accept(): void {
    this.readyState = ScriptedSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  /** Sends a message to the console as the server. */
  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** Closes the connection with a code, after an error event when `isError`. */
  drop(code: number, isError = false): void {
    this.readyState = ScriptedSocket.CLOSED
    if (isError) this.dispatchEvent(new Event('error'))
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}
