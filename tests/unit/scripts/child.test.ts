import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { capture, run } from '../../../scripts/lib/child.mjs'

const MODULE = pathToFileURL('scripts/lib/child.mjs').href
/** Prints each signal that it receives, and exits with 3 on a line of input. */
const SERVER = `
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => console.log(name))
  process.stdin.on('data', () => process.exit(3)).on('end', () => process.exit(3))
  console.log('ready')
`
let parent: ChildProcess | null = null
afterEach(() => parent?.kill('SIGKILL'))

/** Starts a process that supervises SERVER, and collects its output. */
function supervised() {
  const script = `
    import { supervise } from ${JSON.stringify(MODULE)}
    process.exitCode = await supervise(process.execPath, ['-e', ${JSON.stringify(SERVER)}])
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  parent = child
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, said: () => said.trim().split('\n') }
}

test('a stop signal reaches the server once, though the terminal and npm both send it', async () => {
  const { child, said } = supervised()
  await expect.poll(said).toEqual(['ready'])
  child.kill('SIGINT')
  child.kill('SIGINT')
  await expect.poll(said).toEqual(['ready', 'SIGINT'])
})

test('a server that does not stop is killed by the third press', async () => {
  const { child, said } = supervised()
  await expect.poll(said).toEqual(['ready'])
  const ended = once(child, 'exit')
  const pressing = setInterval(() => child.kill('SIGTERM'), 600)
  expect(await ended).toEqual([137, null])
  clearInterval(pressing)
  expect(said().slice(0, 2)).toEqual(['ready', 'SIGTERM'])
})

test('the exit code of the command is that of the server', async () => {
  const { child, said } = supervised()
  await expect.poll(said).toEqual(['ready'])
  const ended = once(child, 'exit')
  child.stdin.end('stop\n')
  expect(await ended).toEqual([3, null])
})

test('a failed command returns its exit code, and one that a signal ended 128 plus the signal', async () => {
  expect(await capture(process.execPath, ['-e', 'console.log("out"); console.error("err"); process.exit(2)'])).toEqual({
    code: 2,
    output: expect.stringMatching(/^(out\nerr|err\nout)\n$/) as string,
  })
  expect(await run(process.execPath, ['-e', 'process.kill(process.pid, "SIGTERM")'])).toBe(143)
})
