import { fdatasyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PARSERS } from './type-parsers'
import { PreparedStatements } from './prepared-statements'
import type { WorkerReply, WorkerRequest, WorkerStart } from './pglite-protocol'

/**
 * Runs the embedded database in its own thread, because PGlite blocks its thread and the main one must go on answering.
 * Requests are processed one at a time, in the order of their arrival.
 */
const port = parentPort
if (!port) throw new Error('This file is a worker thread.')
const { setup, code, emptyFiles } = workerData as WorkerStart
const send = (reply: WorkerReply) => port.postMessage(reply)

/** Number of syncs to the disk, to verify at the start that commits are durable. */
let syncs = 0

/** Set when the engine has aborted: it answers no more requests, and only a new worker helps. */
let isBroken = false

/** Used part of Emscripten's module. */
interface Engine {
  onAbort?: () => void
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/**
 * File system with fsync, which PGlite's lacks: without it a commit is only in the page cache (measured: 0 syncs in 500
 * commits).
 */
class WatchedNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    result.emscriptenOpts.preRun?.push((module) => {
      const engine = module as Engine
      engine.onAbort = () => (isBroken = true)
      if (setup.durability === 'relaxed') return
      engine.NODEFS.stream_ops.fsync = ({ nfd }) => {
        syncs += 1
        fdatasyncSync(nfd)
        return 0
      }
    })
    return result
  }
}

async function open(): Promise<PGlite> {
  const options: PGliteOptions = { ...code, extensions: { btree_gist, pg_trgm }, parsers: PARSERS }
  if (setup.dataDir === null)
    return PGlite.create(emptyFiles ? { ...options, loadDataDir: new Blob([emptyFiles]) } : options)
  // Single-user mode has no checkpointer: without these flags the log grows without limit.
  const flags = ['-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB']
  const startParams =
    setup.durability === 'relaxed'
      ? [...PGlite.defaultStartParams, ...flags]
      : PGlite.defaultStartParams
          .filter((param) => param !== '-F')
          .concat('-c', 'fsync=on', '-c', 'wal_sync_method=fsync', ...flags)
  return PGlite.create({ ...options, fs: new WatchedNodeFS(setup.dataDir), startParams })
}

/** Verifies that a commit reaches the disk. @throws Error if it does not */
async function proveDurable(db: PGlite): Promise<void> {
  const before = syncs
  await db.exec(
    'create table if not exists wayline_sync_probe (at timestamptz); insert into wayline_sync_probe values (now()); drop table wayline_sync_probe',
  )
  if (syncs === before)
    throw new Error('A commit did not reach the disk. Start with DB_DURABILITY=relaxed to accept that.')
}

/** Returns the files of an empty database that was created in memory, for the next ones; null if there is no need. */
async function copyOfEmpty(db: PGlite): Promise<Uint8Array | null> {
  if (setup.dataDir !== null || emptyFiles !== null) return null
  await db.exec('checkpoint')
  const archive = await db.dumpDataDir('gzip')
  return new Uint8Array(await archive.arrayBuffer())
}

async function answer(db: PGlite, statements: PreparedStatements, request: WorkerRequest): Promise<void> {
  try {
    switch (request.kind) {
      case 'query':
        return send({ id: request.id, ok: true, ...(await statements.query(request.sql, request.params)) })
      case 'exec':
        await statements.run(request.sql)
        return send({ id: request.id, ok: true, rows: [], affectedRows: 0 })
      case 'listen':
        await db.listen(request.channel, (payload) => send({ id: -1, channel: request.channel, payload }))
        return send({ id: request.id, ok: true, rows: [], affectedRows: 0 })
      case 'close':
        if (setup.dataDir !== null) await db.exec('checkpoint')
        await db.close()
        return send({ id: request.id, ok: true, rows: [], affectedRows: 0 })
    }
  } catch (error) {
    isBroken ||= error instanceof WebAssembly.RuntimeError
    const { message, code, constraint, detail, table, column } = error as Record<string, string | undefined>
    const own = { message: message ?? String(error), constraint, detail, table, column }
    send({ id: request.id, ok: false, error: { ...own, code: code ?? (isBroken ? '57P02' : undefined) } })
  }
}

try {
  const db = await open()
  const copy = await copyOfEmpty(db)
  await db.exec("set timezone = 'UTC'")
  if (setup.dataDir !== null && setup.durability === 'strict') await proveDurable(db)
  const statements = new PreparedStatements(db)
  let queue = Promise.resolve()
  port.on('message', (request: WorkerRequest) => {
    queue = queue.then(async () => {
      await answer(db, statements, request)
      if (isBroken) process.exit(1)
    })
  })
  send({ id: 0, ok: true, rows: [], affectedRows: 0, emptyFiles: copy })
} catch (error) {
  send({ id: 0, ok: false, error: { message: error instanceof Error ? error.message : String(error) } })
}
