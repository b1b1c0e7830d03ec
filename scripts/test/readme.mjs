import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { capture } from '../lib/child.mjs'
import { freePort } from '../lib/free-port.mjs'
import { print } from '../lib/print.mjs'
import { none } from './tally.mjs'

/** Long enough to build the console on a slow machine and to open a new database. */
const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 20_000
const INSIST_EVERY_MS = 2_000
const INSIST_TIMES = 5

/** A build server's checkout may belong to another user, which git distrusts unless told. */
const LIST_FILES = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', '-z']

/**
 * Does what README.md tells a newcomer: every `npm start` that it shows is run in a fresh copy of the project,
 * and every npm script that it names has to exist.
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function checkReadme() {
  const commands = npmCommands(readFileSync('README.md', 'utf8'))
  const starts = commands.filter((command) => /^npm start\b/.test(command))
  const problems = unknownScripts(commands, Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts))
  if (starts.length === 0) problems.push('README.md does not show how to start the product: npm start.')
  for (const problem of problems) print(problem)
  const copy = await freshCopy()
  let failed = problems.length > 0 ? 1 : 0
  try {
    for (const command of starts) {
      const problem = await startAndStop(command, copy)
      print(problem ? `${command}: ${problem}` : `${command}: it answered and stopped.`)
      if (problem) failed += 1
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return { ...none(), passed: starts.length + 1 - failed, failed }
}

/**
 * @param {string} markdown
 * @returns {string[]} the npm commands of its code blocks, each once, without comments
 */
export function npmCommands(markdown) {
  const blocks = [...markdown.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map((match) => match[1] ?? '')
  const commands = blocks
    .flatMap((block) => block.split(/\n|&&/))
    .map((line) =>
      line
        .replace(/\s#.*$/, '')
        .replace(/^\s*\$\s/, '')
        .trim(),
    )
    .filter((line) => line.startsWith('npm '))
  return [...new Set(commands)]
}

/**
 * @param {string[]} commands
 * @param {string[]} scripts of package.json
 * @returns {string[]} one line for each command whose script is missing
 */
export function unknownScripts(commands, scripts) {
  return commands.flatMap((command) => {
    const name = /^npm (?:run (\S+)|(start|test)\b)/.exec(command)
    const script = name?.[1] ?? name?.[2]
    return script === undefined || scripts.includes(script) ? [] : [`README.md shows "${command}", which is no script.`]
  })
}

/** @returns {Promise<string>} a folder with the project's own files as a clone would have them, and its packages */
async function freshCopy() {
  const { code, output } = await capture('git', LIST_FILES)
  if (code !== 0) throw new Error(`git cannot list the project's files: ${output}`)
  const copy = mkdtempSync(join(tmpdir(), 'wayline-readme-'))
  for (const file of output
    .split('\0')
    .filter((name) => name !== '' && statSync(name, { throwIfNoEntry: false })?.isFile())) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(file, join(copy, file))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

/**
 * @param {string} command
 * @param {string} cwd
 * @returns {Promise<string | null>} what went wrong
 */
async function startAndStop(command, cwd) {
  const port = await freePort()
  const child = spawn(command, {
    shell: true,
    cwd,
    detached: true,
    env: asNewcomer(port),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text))
  let running = true
  const ended = once(child, 'close').then(() => (running = false))
  /** @param {NodeJS.Signals} signal */
  const signalAll = (signal) => running && child.pid !== undefined && process.kill(-child.pid, signal)
  /** @param {number} limitMs */
  const stopped = (limitMs) => Promise.race([ended, once(AbortSignal.timeout(limitMs), 'abort')]).then(() => !running)
  try {
    const address = `http://127.0.0.1:${port}`
    if (!(await answers(`${address}/readyz`, () => running))) return `no answer from ${address}/readyz.\n${output}`
    const page = await fetch(address)
    if (!page.ok || !(await page.text()).includes('<html')) return `${address} is not the console (${page.status}).`
    // What Ctrl-C in a terminal does: every process of the group hears it.
    signalAll('SIGINT')
    if (!(await stopped(STOP_LIMIT_MS))) return `it did not stop within ${STOP_LIMIT_MS / 1000} s of Ctrl-C.\n${output}`
    return (await isAnswering(`${address}/readyz`)) ? 'the server went on after its command had ended.' : null
  } finally {
    // Insisting makes the command kill a server that does not listen; killing the command would only orphan it.
    for (let tries = 1; running && tries <= INSIST_TIMES; tries += 1) {
      signalAll('SIGTERM')
      await stopped(INSIST_EVERY_MS)
    }
  }
}

/** @param {number} port */
function asNewcomer(port) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(WAYLINE|ADMIN|DATABASE|DB|npm)_/.test(name))
  return { ...Object.fromEntries(kept), PORT: String(port) }
}

/**
 * @param {string} url
 * @param {() => boolean} isRunning
 */
async function answers(url, isRunning) {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && isRunning()) {
    if (await isAnswering(url)) return true
    await new Promise((resume) => setTimeout(resume, 200))
  }
  return false
}

/** @param {string} url */
async function isAnswering(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
