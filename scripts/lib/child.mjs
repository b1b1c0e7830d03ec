import { spawn } from 'node:child_process'

/** With npm, Ctrl-C reaches this process twice: from the terminal and from npm. */
const SAME_KEYPRESS_MS = 500

/**
 * Runs a server until it exits, with this process's own input and output. A stop signal to this process is forwarded once
 * per press: the first stops the server gracefully, the second is forwarded as well, the third kills it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 + the number of the signal that ended it
 */
export function supervise(command, args, options = {}) {
  // A separate process group keeps the terminal's signals away from the child.
  const child = spawn(command, args, { stdio: 'inherit', detached: process.platform !== 'win32', ...options })
  let presses = 0
  let lastPress = -Infinity
  /** @param {NodeJS.Signals} signal */
  const handOn = (signal) => {
    const now = performance.now()
    if (now - lastPress < SAME_KEYPRESS_MS) return
    lastPress = now
    presses += 1
    child.kill(presses < 3 ? signal : 'SIGKILL')
  }
  const toChild = {
    SIGINT: () => handOn('SIGINT'),
    SIGTERM: () => handOn('SIGTERM'),
    SIGHUP: () => handOn('SIGTERM'),
    exit: () => void child.kill('SIGTERM'),
  }
  for (const [event, handler] of Object.entries(toChild)) process.on(event, handler)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // The listeners stay: a press after the server's exit would end this process by the signal, not with its code.
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

/** @typedef {{ code: number, output: string }} Finished `output` is both streams in the order they came. */

/**
 * Runs a command until it exits and captures its output.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<Finished>}
 */
export function capture(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), output }))
  })
}

/**
 * Runs a command until it exits, with this process's own output.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  })
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 }

/** @param {NodeJS.Signals | null} signal */
const exitCodeOf = (signal) => 128 + (SIGNAL_NUMBERS[/** @type {keyof typeof SIGNAL_NUMBERS} */ (signal)] ?? 0)
