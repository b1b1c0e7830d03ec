import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { SHORT_LIVED } from '../../../scripts/lib/short-lived.mjs'
import { GUARDS_OFF } from '../guards'

const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href
const READY = /Wayline is ready at (\S+)\n/

export interface Killable {
  /** `http://127.0.0.1:PORT`, with a new port after each start. @throws before it is ready */
  readonly address: string
  /** False from the moment that it is killed or terminated, and after it exits by itself. */
  isAlive: () => boolean
  /** Kills it without warning; resolves when it has exited. */
  kill: () => Promise<void>
  /** Asks it to stop, as its supervisor does. @returns its exit code */
  terminate: () => Promise<number | null>
  /** Its output so far. */
  output: () => string
}

export interface Launched extends Killable {
  /** Rejects with the output when the process exits before it is ready. */
  ready: Promise<void>
  /** Its exit code after it has exited. */
  ended: Promise<number | null>
  /** The child process, for messages to a preloaded module. */
  process: ChildProcess
}

/**
 * Runs the built server as a separate process that can be killed while working and started again.
 * @param settings environment variables
 * @throws with its output when it exits before it is ready
 */
export async function startKillable(settings: Record<string, string>): Promise<Killable> {
  const life = launch(settings)
  await life.ready
  return life
}

export interface LaunchOptions {
  /** URLs of modules to preload. */
  ahead?: readonly string[]
  /** Folder of the project to start; this project by default. */
  project?: string
}

/** Like `startKillable`, but returns before the server is ready. The server exits with this process, however that exits. */
export function launch(
  settings: Record<string, string>,
  { ahead = [], project = process.cwd() }: LaunchOptions = {},
): Launched {
  const imports = [END_WITH_PARENT, ...ahead].flatMap((module) => ['--import', module])
  const child = spawn(process.execPath, [...SHORT_LIVED, ...imports, 'dist/server/main.js'], {
    cwd: project,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...GUARDS_OFF,
      ...settings,
    },
    stdio: ahead.length > 0 ? ['pipe', 'pipe', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  let isAlive = true
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    isAlive = false
    process.off('exit', end)
    return code as number | null
  })
  let output = ''
  let address: string | null = null
  const started = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        address ??= READY.exec(output)?.[1] ?? null
        if (address !== null) resolve()
      })
  })
  const ready = Promise.race([
    started,
    ended.then(() => Promise.reject(new Error(`The server ended before it was ready.\n${output}`))),
  ])
  // Prevents an unhandled rejection when the caller waits only for `ended`.
  ready.catch(() => undefined)
  return {
    get address() {
      if (address === null) throw new Error(`The server is not ready.\n${output}`)
      return address
    },
    ready,
    ended,
    process: child,
    output: () => output,
    isAlive: () => isAlive,
    kill: async () => {
      isAlive = false
      end()
      await ended
    },
    terminate: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
