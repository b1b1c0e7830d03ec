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

/** Milliseconds after the time limit in which an answer that has already arrived is still received. */
const LAST_LOOK_MS = 100
/** Milliseconds without a further attempt after the database could not be opened again. */
const OPEN_AGAIN_MS = 1_000

/**
 * Files of an empty database, from the first one that this process created in memory: unpacking them takes a third of the
 * processor time of creating them.
 */
let emptyFiles: Uint8Array | null = null

/**
 * The main thread's handle on the embedded database. A query that exceeds its limit terminates the worker, because nothing
 * else stops PGlite; a worker may also fail by itself, for example on a full disk. The database is reopened at once, later
 * calls try again if that fails, and `generation` shows transactions that theirs is gone.
 */
export class EmbeddedDatabase {
  /** Grows with each loss of the worker. */
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

  /** Resolves when queries are answered. @throws Error if the folder cannot be opened */
  ready(): Promise<void> {
    if (this.#state === 'failed' && performance.now() - this.#failedAt >= OPEN_AGAIN_MS) this.#openAgain()
    return this.#opening
  }

  /** Runs a query. `limitMs` is the configured limit by default, 0 for none. @throws SqlError */
  async query(sql: string, params: readonly unknown[], limitMs = this.queryLimitMs): Promise<Reply> {
    await this.ready()
    return this.#ask({ kind: 'query', sql, params }, limitMs)
  }

  /** Runs several statements at once, without parameters and without a time limit (migrations). */
  async exec(sql: string): Promise<void> {
    await this.ready()
    await this.#ask({ kind: 'exec', sql }, 0)
  }

  async listen(channel: string, received: (payload: string) => void): Promise<() => void> {
    await this.ready()
    this.#notifications.on(channel, received)
    if (!this.#channels.has(channel)) {
      this.#channels.add(channel)
      await this.#ask({ kind: 'listen', channel }, 0)
    }
    return () => this.#notifications.off(channel, received)
  }

  /** Notifies the listeners of this process, the only one with the database open, without a query. */
  async notify(channel: string, payload: string): Promise<void> {
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

  /** Terminates the worker at once: its work is rolled back when the database is opened the next time. */
  giveUp(): void {
    this.#state = 'closed'
    const worker = this.#worker
    if (!worker) return
    this.#lose(worker, gone('it was given up'))
    void worker.terminate()
  }

  async #start(): Promise<void> {
    const start: WorkerStart = {
      setup: this.setup,
      code: await engineCode(),
      emptyFiles: this.setup.dataDir === null ? emptyFiles : null,
    }
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
    // The next call receives the error.
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
    if ('emptyFiles' in reply) emptyFiles ??= reply.emptyFiles
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    clearTimeout(waiting?.watchdog)
    if (reply.ok) waiting?.resolve(reply)
    else waiting?.reject(new SqlError(reply.error))
  }

  /** Timers fire before messages are received: after a suspension of the machine, the answer may already be queued. */
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
    // Two workers must never open one folder.
    if (this.#state === 'open') this.#openAgain(worker.terminate())
    this.onError(reason)
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.watchdog)
      waiting.reject(reason)
    }
    this.#waiting.clear()
  }
}

const gone = (reason: string) => new SqlError({ message: `The embedded database is gone: ${reason}.`, code: '57P02' })

/** Returns the built worker next to the bundle, or its source in development and tests. */
function workerEntry(): URL {
  const built = new URL('./pglite-worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./pglite-worker.dev.mjs', import.meta.url)
}
