import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { SHORT_LIVED } from '../../../scripts/lib/short-lived.mjs'
import { GUARDS_OFF } from '../guards'

const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href
const READY = /Wayline is ready at (\S+)\n/

export interface Killable {
  /** `http://127.0.0.1:PORT`, another port in each life. @throws before it is ready */
  readonly address: string
  /** False from the moment that it was told to die, and once it has died by itself. */
  isAlive: () => boolean
  /** Ends it without a warning; resolves when it is gone. */
  kill: () => Promise<void>
  /** Asks it to stop, as its supervisor does. @returns its exit code */
  terminate: () => Promise<number | null>
  /** What it has printed so far. */
  output: () => string
}

export interface Launched extends Killable {
  /** Rejects with what it printed, where it ends instead of getting ready. */
  ready: Promise<void>
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** Its process, to exchange messages with a module that was loaded ahead of it. */
  process: ChildProcess
}

/**
 * The built server as a process of its own, which can be killed in the middle of its work and started again.
 * @param settings of its environment
 * @throws with what it printed, where it ends instead of getting ready
 */
export async function startKillable(settings: Record<string, string>): Promise<Killable> {
  const life = launch(settings)
  await life.ready
  return life
}

export interface LaunchOptions {
  /** Addresses of modules that are loaded before the server. */
  ahead?: readonly string[]
  /** The folder of the project whose server is started; this one unless given. */
  project?: string
}

/** The same without waiting until it is ready. The server ends with this process, however that ends. */
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
  // Who only waits for its end has not asked for this.
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
