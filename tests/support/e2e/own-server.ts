import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startOnFreePort } from '../../../scripts/lib/free-port.mjs'
import { GUARDS_OFF } from '../guards'

export interface OwnServer {
  address: string
  /** Its output so far. */
  printed: () => string
  stop: () => Promise<void>
}

/**
 * Starts the built product on an empty folder, as a new user does.
 * @param options of the start command, e.g. `--demo`
 * @throws with its output when it exits before it is ready
 */
export const startOwnServer = (...options: string[]): Promise<OwnServer> => startServer({}, options)

/**
 * Starts the built product on an empty folder with environment variables.
 * @param tree folder of the product, for a copy of it
 * @throws with its output when it exits before it is ready
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
  const stored = Object.entries(process.env).filter(([name]) => !/^(WAYLINE|ADMIN|DATABASE|DB|PORT|HOST)/.test(name))
  const child = spawn(process.execPath, ['scripts/serve-temp.mjs', ...options], {
    env: {
      ...Object.fromEntries(stored),
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
        // The credentials follow the address, unless the administrator was configured beforehand.
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
