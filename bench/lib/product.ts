import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { startServer, type Server } from './process'

export const ADMIN = { username: 'admin', password: 'a long password of the benchmark' } as const

export interface Product extends Server {
  /** Returns the headers of a call by the administrator, with a token that is valid for 15 minutes. */
  signIn: () => Promise<Record<string, string>>
}

interface Settings {
  /** The embedded database if absent. */
  databaseUrl?: string
  env?: NodeJS.ProcessEnv
  /** Options of Node.js, e.g. --cpu-prof. */
  nodeOptions?: string[]
  /** Runs from source, where imported packages can be patched; the build bundles them. */
  fromSource?: boolean
}

const BUILT = ['--enable-source-maps', 'dist/server/main.js']
const SOURCE = ['--import', 'tsx', 'server/main.ts']

/** Starts the built product with its default configuration, but without the limit on requests per minute. */
export async function startProduct(settings: Settings): Promise<Product> {
  const { databaseUrl, env = {}, nodeOptions = [], fromSource = false } = settings
  if ((await ensureBuilt(['server'])) !== 0) throw new Error('The server does not build.')
  const folder = mkdtempSync(join(tmpdir(), 'wayline-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, ADMIN.password, { mode: 0o600 })
  const port = await freePort()
  const server = await startServer(
    process.execPath,
    [...nodeOptions, ...(fromSource ? SOURCE : BUILT)],
    {
      PATH: process.env.PATH,
      PORT: String(port),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      WAYLINE_DATA_DIR: join(folder, 'data'),
      ADMIN_PASSWORD_FILE: passwordFile,
      RATE_LIMIT_PER_MINUTE: '0',
      CONNECTIONS_PER_NETWORK: '0',
      UNFINISHED_REQUESTS_PER_NETWORK: '0',
      ...env,
    },
    port,
    '/readyz',
  )
  return {
    ...server,
    signIn: () => signIn(server.url),
    stop: async () => {
      await server.stop()
      process.off('exit', remove)
      remove()
    },
  }
}

async function signIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`)
  const { access } = (await answer.json()) as { access: string }
  return { authorization: `Bearer ${access}` }
}
