import ReconnectingWebSocket, { type CloseEvent as PackageCloseEvent } from 'reconnecting-websocket'
import { HTTP_TIMEOUT_MS } from '../../../contract/core/limits/console'
import {
  LIVE_NORMAL_CLOSE_CODE,
  LIVE_RECONNECT_ATTEMPTS,
  LIVE_RECONNECT_BASE_MS,
  LIVE_RECONNECT_CAP_MS,
} from '../../../contract/core/limits/live'
import type { LiveClientMessage } from '../../../contract/operations/live'
import { logWarning } from '../log'

/** Returns the milliseconds to wait before a reconnection attempt, numbered from 0. */
export const reconnectDelayMs = (attempt: number): number =>
  Math.min(LIVE_RECONNECT_BASE_MS * 2 ** attempt, LIVE_RECONNECT_CAP_MS)

/** Returns the URL of the live connection. @param host of the API, `http://…` or `https://…` without a slash at the end */
export const liveAddress = (host: string, token: string): string =>
  `${host.replace(/^http/, 'ws')}/ws/notifications/?token=${encodeURIComponent(token)}`

export type LiveState = 'connecting' | 'open' | 'closed'

interface Settings {
  /** Returns the URL with the current token. */
  url: () => Promise<string>
  onState: (state: LiveState) => void
  onMessage: (text: string) => void
  /** Overrides the default delays. */
  delayMs?: typeof reconnectDelayMs
}

/**
 * Live connection of a console. The package handles the socket; this class decides how long to wait, how often to retry and
 * when to stop. `start` and `stop` may be called any number of times.
 */
export class LiveConnection {
  #socket: ReconnectingWebSocket | null = null
  #failures = 0
  #waiting: ReturnType<typeof setTimeout> | undefined
  #state: LiveState = 'closed'

  constructor(private readonly settings: Settings) {}

  get state(): LiveState {
    return this.#state
  }

  start(): void {
    if (this.#socket) return
    this.#failures = 0
    const socket: ReconnectingWebSocket = new ReconnectingWebSocket(() => this.#nextUrl(socket), [], {
      minReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      minUptime: 0,
      maxEnqueuedMessages: 0,
      connectionTimeout: HTTP_TIMEOUT_MS,
    })
    this.#socket = socket
    this.#become('connecting')
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return
      this.#failures = 0
      this.#become('open')
    })
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket && typeof data === 'string') this.settings.onMessage(data)
    })
    socket.addEventListener('close', (event) => {
      if (this.#socket === socket) this.#closed(event)
    })
  }

  /** Closes with the normal code and does not reconnect. */
  stop(): void {
    clearTimeout(this.#waiting)
    const socket = this.#socket
    this.#socket = null
    socket?.close(LIVE_NORMAL_CLOSE_CODE)
    this.#become('closed')
  }

  /** Starts a new series of attempts, unless the connection is open. */
  retry(): void {
    if (this.#state === 'open') return
    this.stop()
    this.start()
  }

  /** Sends a message, or logs a warning while the connection is not open. @returns whether it was sent */
  send(message: LiveClientMessage): boolean {
    if (this.#state !== 'open' || !this.#socket) {
      logWarning('Not sent, because the live connection is not open', message.type)
      return false
    }
    this.#socket.send(JSON.stringify(message))
    return true
  }

  async #nextUrl(socket: ReconnectingWebSocket): Promise<string> {
    // The package asks for a URL once more after the socket was closed, and ignores the answer.
    if (this.#socket !== socket) return ''
    const attempt = this.#failures - 1
    const { delayMs = reconnectDelayMs } = this.settings
    if (attempt >= 0) await new Promise((resolve) => (this.#waiting = setTimeout(resolve, delayMs(attempt))))
    this.#become('connecting')
    return this.settings.url()
  }

  #closed(event: PackageCloseEvent): void {
    // The package emits a normal close of its own on failures; only the browser's event carries the server's close code.
    const isFinal = event instanceof Event && event.code === LIVE_NORMAL_CLOSE_CODE
    if (isFinal || this.#failures === LIVE_RECONNECT_ATTEMPTS) return this.stop()
    this.#failures += 1
    this.#become('closed')
  }

  #become(state: LiveState): void {
    if (this.#state === state) return
    this.#state = state
    this.settings.onState(state)
  }
}
