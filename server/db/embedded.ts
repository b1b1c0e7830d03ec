import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { engineCode } from './engine-code'
import { SqlError, type WorkerReply, type WorkerRequest, type WorkerSetup, type WorkerStart } from './pglite-protocol'

type Reply = { rows: Record<string, unknown>[]; affectedRows: number }
interface Waiting {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  watchdog?: NodeJS.Timeout
}
type Request = WorkerRequest extends infer R ? (R extends WorkerRequest ? Omit<R, 'id'> : never) : never

/** How long an answer that has arrived may take to be received once a query has run past its limit. */
const LAST_LOOK_MS = 100
/** How long nothing is tried after the database could not be opened again. */
const OPEN_AGAIN_MS = 1_000

/**
 * The main thread's handle on the embedded database. A query that outruns its limit takes the worker down with it
 * (nothing else stops PGlite), and a worker may die by itself, as when the disk is full. The database is opened again at
 * once, later ones try again where that fails, and `generation` tells transactions that theirs is gone.
 */
export class EmbeddedDatabase {
  /** Grows each time the worker had to be started again. */
  generation = 0
  readonly #notifications = new EventEmitter()
  readonly #waiting = new Map<number, Waiting>()
  readonly #channels = new Set<string>()
  #worker: Worker | null = null
  #opening: Promise<void>
  #state: 'opening' | 'open' | 'failed' | 'closed' = 'opening'
  #failedAt = 0
  #lastId = 0

  constructor(
    private readonly setup: WorkerSetup,
    private readonly queryLimitMs: number,
    private readonly onError: (error: Error) => void,
  ) {
    this.#opening = this.#start()
  }

  /** Resolves when queries are answered. @throws when the folder cannot be opened. */
  ready(): Promise<void> {
    if (this.#state === 'failed' && performance.now() - this.#failedAt >= OPEN_AGAIN_MS) this.#openAgain()
    return this.#opening
  }

  /** @throws SqlError; the limit in milliseconds is the configured one unless given, 0 for none. */
  async query(sql: string, params: readonly unknown[], limitMs = this.queryLimitMs): Promise<Reply> {
    await this.ready()
    return this.#ask({ kind: 'query', sql, params }, limitMs)
  }

  /** Runs several statements at once, without parameters and without a limit (migrations). */
  async exec(sql: string): Promise<void> {
    await this.ready()
    await this.#ask({ kind: 'exec', sql }, 0)
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => void> {
    await this.ready()
    this.#notifications.on(channel, heard)
    if (!this.#channels.has(channel)) {
      this.#channels.add(channel)
      await this.#ask({ kind: 'listen', channel }, 0)
    }
    return () => this.#notifications.off(channel, heard)
  }

  /** Tells who listens in this process, the only one that has the database open, without asking the database. */
  async say(channel: string, payload: string): Promise<void> {
    this.#notifications.emit(channel, payload)
  }

  async close(): Promise<void> {
    await this.#opening.catch(() => undefined)
    this.#state = 'closed'
    const worker = this.#worker
    if (!worker) return
    await this.#ask({ kind: 'close' }, 0).catch(this.onError)
    this.#worker = null
    await worker.terminate()
  }

  /** Ends it in the middle of whatever it does: that is rolled back when it is opened the next time. */
  giveUp(): void {
    this.#state = 'closed'
    const worker = this.#worker
    if (!worker) return
    this.#lose(worker, gone('it was given up'))
    void worker.terminate()
  }

  async #start(): Promise<void> {
    const start: WorkerStart = { setup: this.setup, code: await engineCode() }
    const worker = new Worker(workerEntry(), { workerData: start })
    this.#worker = worker
    worker.on('message', (reply: WorkerReply) => this.#receive(reply))
    worker.on('error', (error) => this.#lose(worker, gone(error.message)))
    worker.on('exit', () => this.#lose(worker, gone('its thread ended')))
    try {
      await new Promise<Reply>((resolve, reject) => this.#waiting.set(0, { resolve, reject }))
      for (const channel of this.#channels) await this.#ask({ kind: 'listen', channel }, 0)
      this.#state = 'open'
    } catch (error) {
      if (this.#worker === worker) this.#worker = null
      await worker.terminate()
      throw error
    }
  }

  #openAgain(after: Promise<unknown> = Promise.resolve()): void {
    this.#state = 'opening'
    this.#opening = after
      .then(() => this.#start())
      .catch((error: Error) => {
        this.#state = 'failed'
        this.#failedAt = performance.now()
        this.onError(error)
        throw gone(error.message)
      })
    // Whoever asks next hears of it.
    this.#opening.catch(() => undefined)
  }

  #ask(request: Request, limitMs: number): Promise<Reply> {
    const worker = this.#worker
    if (!worker) return Promise.reject(new SqlError({ message: 'The embedded database is closed.', code: '57P01' }))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject }
      if (limitMs > 0) waiting.watchdog = setTimeout(() => this.#lookOnceMore(worker, waiting), limitMs)
      this.#waiting.set(id, waiting)
      worker.postMessage({ id, ...request })
    })
  }

  #receive(reply: WorkerReply): void {
    if ('channel' in reply) {
      this.#notifications.emit(reply.channel, reply.payload)
      return
    }
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    clearTimeout(waiting?.watchdog)
    if (reply.ok) waiting?.resolve(reply)
    else waiting?.reject(new SqlError(reply.error))
  }

  /** Timers go off before messages are received: after the machine was stopped, the answer may already be here. */
  #lookOnceMore(worker: Worker, waiting: Waiting): void {
    waiting.watchdog = setTimeout(() => this.#stopRunaway(worker), LAST_LOOK_MS)
  }

  #stopRunaway(worker: Worker): void {
    this.#lose(worker, new SqlError({ message: 'The query ran past its limit and was stopped.', code: '57014' }))
  }

  #lose(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.generation += 1
    // Never two of them on one folder.
    if (this.#state === 'open') this.#openAgain(worker.terminate())
    this.onError(reason)
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.watchdog)
      waiting.reject(reason)
    }
    this.#waiting.clear()
  }
}

const gone = (why: string) => new SqlError({ message: `The embedded database is gone: ${why}.`, code: '57P02' })

/** The built worker beside the bundle, or its source while developing and testing. */
function workerEntry(): URL {
  const built = new URL('./pglite-worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./pglite-worker.dev.mjs', import.meta.url)
}
