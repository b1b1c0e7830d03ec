import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SHORT_LIVED } from '../../../scripts/lib/short-lived.mjs'

export interface Killable {
  address: string
  /** False from the moment that it was told to die. */
  isAlive: () => boolean
  /** Ends it without a warning; resolves when it is gone. */
  kill: () => Promise<void>
}

/**
 * The built server as a process of its own, which can be killed in the middle of its work and started again.
 * @param settings of its environment
 * @throws with what it printed, where it ends instead of getting ready
 */
export async function startKillable(port: number, settings: Record<string, string>): Promise<Killable> {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      OVERLOAD_DELAY_MS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  const closed = once(child, 'close')
  let output = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Wayline is ready')) resolve()
      })
  })
  await Promise.race([
    ready,
    closed.then(() => Promise.reject(new Error(`The server ended before it was ready.\n${output}`))),
  ])
  let isAlive = true
  return {
    address: `http://127.0.0.1:${port}`,
    isAlive: () => isAlive,
    kill: async () => {
      isAlive = false
      end()
      await closed
      process.off('exit', end)
    },
  }
}
