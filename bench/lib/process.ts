import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Server {
  /** Without a trailing slash. */
  url: string
  pid: number
  /** Returns the end of its error output. */
  said: () => string
  stop: () => Promise<void>
}

// A default signal would end this process without its exit handlers, which stop the started servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const READY_LIMIT_MS = 60_000
const LOOK_AGAIN_MS = 50

/**
 * Starts a server as a separate process and waits until the address responds. It stops when this process exits.
 * @throws with its output when it exits early or does not respond within a minute
 */
export async function startServer(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  port: number,
  readyPath: string,
): Promise<Server> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const stop = async () => {
    process.off('exit', end)
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  const url = `http://127.0.0.1:${port}`
  const limit = performance.now() + READY_LIMIT_MS
  while (!(await answers(`${url}${readyPath}`))) {
    if (child.exitCode === null && child.pid !== undefined && performance.now() < limit) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      continue
    }
    await stop()
    throw new Error(`${command} ${args.join(' ')} did not start.\n${said}`)
  }
  return { url, pid: child.pid ?? 0, said: () => said, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
