import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { capture } from '../../scripts/lib/child.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { npmCommands } from '../support/npm-commands'
import { POLL_TIMEOUT_MS } from '../support/timeouts'

/** Long enough to build the console on a slow machine and to open a new database. */
const START_LIMIT_MS = 300_000
const INSIST_EVERY_MS = 2_000
const INSIST_TIMES = 5
/** A build server's checkout may belong to another user, which git distrusts without this setting. */
const LIST_FILES = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
/** Variables of this test run that a new user's shell does not have. */
const OF_THIS_RUN = /^((WAYLINE|ADMIN|DATABASE|DB|npm)_|VITEST|NODE_ENV$)/

const commands = npmCommands(readFileSync('README.md', 'utf8'))
const starts = commands.filter((command) => /^npm start\b/.test(command))

let copy = ''
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'wayline-readme-'))
  const { code, output } = await capture('git', LIST_FILES)
  expect(code, output).toBe(0)
  for (const file of output.split('\0').filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(file, join(copy, file))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('each command of README.md is a script, and one of them starts the product', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const named = commands.flatMap((command) => {
    const [, script, short] = /^npm (?:run (\S+)|(start|test)\b)/.exec(command) ?? []
    return script ?? short ?? []
  })
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  expect(starts).not.toEqual([])
})

test.each(starts)(
  '%s serves the console in a fresh copy, and stops on Ctrl-C',
  { timeout: START_LIMIT_MS * 2 },
  async (command) => {
    const port = await freePort()
    const stored = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name))
    const env = { ...Object.fromEntries(stored), PORT: String(port) }
    const child = spawn(command, { shell: true, cwd: copy, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    let running = true
    const ended = once(child, 'close').then(() => (running = false))
    // Signals every process of the group, as a terminal does.
    const signalAll = (signal: NodeJS.Signals) => running && child.pid !== undefined && process.kill(-child.pid, signal)
    const stopsWithin = (limitMs: number) =>
      Promise.race([ended, once(AbortSignal.timeout(limitMs), 'abort')]).then(() => !running)
    onTestFinished(async () => {
      // Repeated signals make the command kill an unresponsive server, which killing the command would only orphan.
      for (let tries = 1; running && tries <= INSIST_TIMES; tries += 1) {
        signalAll('SIGTERM')
        await stopsWithin(INSIST_EVERY_MS)
      }
    })

    const address = `http://127.0.0.1:${port}`
    const answers = () =>
      fetch(`${address}/readyz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    await expect.poll(async () => !running || (await answers()), { timeout: START_LIMIT_MS }).toBe(true)
    expect(running, output).toBe(true)
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
    signalAll('SIGINT')
    expect(await stopsWithin(POLL_TIMEOUT_MS), output).toBe(true)
    expect(await answers()).toBe(false)
  },
)
