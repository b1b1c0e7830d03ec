import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SHORT_LIVED } from '../../../scripts/lib/short-lived.mjs'
import { GUARDS_OFF } from '../guards'

export interface Killable {
  address: string
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
}

/**
 * The built server as a process of its own, which can be killed in the middle of its work and started again.
 * @param settings of its environment
 * @throws with what it printed, where it ends instead of getting ready
 */
export async function startKillable(port: number, settings: Record<string, string>): Promise<Killable> {
  const life = launch(port, settings)
  await life.ready
  return life
}

/** The same, for whoever looks at how it starts. */
export function launch(port: number, settings: Record<string, string>): Launched {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      ...GUARDS_OFF,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
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
  const started = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Wayline is ready')) resolve()
      })
  })
  const ready = Promise.race([
    started,
    ended.then(() => Promise.reject(new Error(`The server ended before it was ready.\n${output}`))),
  ])
  // Who only waits for its end has not asked for this.
  ready.catch(() => undefined)
  return {
    address: `http://127.0.0.1:${port}`,
    ready,
    ended,
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
