import { spawn, spawnSync } from 'node:child_process'

const BUSY = 'for (;;);'
const FREEZE_EVERY_MS = { from: 500, to: 4_000 }
const FROZEN_MS = { from: 200, to: 1_500 }

/**
 * Keeps processors busy until it is stopped.
 * @param {number} count of processes
 * @returns {() => void} a function that stops them
 */
export function keepBusy(count) {
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }))
  const end = () => {
    for (const child of children) child.kill('SIGKILL')
    process.off('exit', end)
  }
  process.on('exit', end)
  return end
}

/**
 * Repeatedly suspends a process and its descendants for a moment, like a paused machine.
 * @param {number} root process id
 * @param {() => number} random from 0 to 1
 * @returns {() => void} a function that resumes them for good
 */
export function freezeAtTimes(root, random) {
  /** @type {number[]} */
  let frozen = []
  /** @type {NodeJS.Timeout} */
  let timer
  const between = (/** @type {{ from: number, to: number }} */ { from, to }) => from + random() * (to - from)
  const thaw = () => {
    signalAll(frozen, 'SIGCONT')
    frozen = []
  }
  const freeze = () => {
    frozen = treeOf(root)
    signalAll(frozen, 'SIGSTOP')
    timer = setTimeout(() => {
      thaw()
      timer = setTimeout(freeze, between(FREEZE_EVERY_MS))
    }, between(FROZEN_MS))
  }
  timer = setTimeout(freeze, between(FREEZE_EVERY_MS))
  return () => {
    clearTimeout(timer)
    thaw()
  }
}

/**
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} signal
 */
function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
}

/** @param {number} root */
function treeOf(root) {
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const tree = [root]
  for (const parent of tree) for (const [pid = 0, of = 0] of processes) if (of === parent) tree.push(pid)
  return tree
}
