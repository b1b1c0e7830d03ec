import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startOnFreePort } from '../../../scripts/lib/free-port.mjs'
import { GUARDS_OFF } from '../guards'

export interface OwnServer {
  address: string
  /** What it has printed so far. */
  printed: () => string
  stop: () => Promise<void>
}

/**
 * Starts the built product on an empty folder of its own, as a newcomer does.
 * @param options of the start command, such as `--demo`
 * @throws with what it printed, where it ends instead of getting ready
 */
export const startOwnServer = (...options: string[]): Promise<OwnServer> => startServer({}, options)

/**
 * Starts the built product with settings of the environment, on an empty folder of its own.
 * @param tree folder of the product, for a copy of it
 * @throws with what it printed, where it ends instead of getting ready
 */
export const startServer = (
  settings: Record<string, string>,
  options: string[] = [],
  tree = process.cwd(),
): Promise<OwnServer> => startOnFreePort((port) => startOn(port, settings, options, tree))

async function startOn(
  port: number,
  settings: Record<string, string>,
  options: string[],
  tree: string,
): Promise<OwnServer> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(WAYLINE|ADMIN|DATABASE|DB|PORT|HOST)/.test(name))
  const child = spawn(process.execPath, ['scripts/serve-temp.mjs', ...options], {
    env: {
      ...Object.fromEntries(kept),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...GUARDS_OFF,
      ...settings,
    },
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'close')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        // Who may sign in stands behind the address, but where the administrator was named before.
        if ((settings['ADMIN_PASSWORD'] ? /Wayline is ready at \S+\n/ : /Wayline is ready at [\s\S]+\n\n/).test(output))
          resolve()
      })
  })
  const gone = ended.then(() => Promise.reject(new Error(`The server ended before it was ready.\n${output}`)))
  gone.catch(() => undefined)
  await Promise.race([ready, gone])
  return {
    address: `http://127.0.0.1:${port}`,
    printed: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
