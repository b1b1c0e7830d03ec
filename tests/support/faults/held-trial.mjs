// Preloaded into a server: withholds all statements from the in-memory database of a backup's trial restore until the
// process is asked to stop.
import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { isMainThread } from 'node:worker_threads'

const { Worker } = workerThreads
/** @type {(() => void)[]} */
const held = []
/** @type {WeakSet<import('node:worker_threads').Worker>} */
const trials = new WeakSet()
let isEnding = false

class HeldWorker extends Worker {
  /**
   * @param {string | URL} file
   * @param {import('node:worker_threads').WorkerOptions} [options]
   */
  constructor(file, options) {
    super(file, options)
    const { setup } = /** @type {{ setup?: { dataDir: string | null } }} */ (options?.workerData ?? {})
    if (setup?.dataDir === null) trials.add(this)
  }

  /**
   * @override
   * @param {unknown} value
   * @param {readonly import('node:worker_threads').Transferable[]} [transfers]
   */
  postMessage(value, transfers) {
    const post = () => super.postMessage(value, transfers)
    if (trials.has(this) && !isEnding) held.push(post)
    else post()
  }
}

if (isMainThread) {
  workerThreads.Worker = HeldWorker
  syncBuiltinESMExports()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      isEnding = true
      for (const post of held.splice(0)) post()
    })
}
