import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOnFreePort } from '../../../scripts/lib/free-port.mjs'
import { NEEDS_POSTGRES } from './product'
import { unprivileged } from '../postgres-server'

const PROGRAM = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((program) => spawnSync(program, ['--version']).status === 0)

export const NEEDS_PGBOUNCER = NEEDS_POSTGRES || (PROGRAM ? '' : ' (skipped: PgBouncer is not installed)')

export interface PgBouncer {
  /** @returns the URL of the same database through the pooler */
  through: (url: string) => string
  stop: () => Promise<void>
}

type PoolMode = 'session' | 'transaction'

/** Starts a connection pooler in front of a PostgreSQL server of the tests. */
export const startPgBouncer = (postgresPort: number, poolMode: PoolMode): Promise<PgBouncer> =>
  startOnFreePort((port) => startOn(port, postgresPort, poolMode))

async function startOn(port: number, postgresPort: number, poolMode: PoolMode): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: poolMode,
    default_pool_size: 30,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    file,
    `[databases]\n* = host=127.0.0.1 port=${postgresPort} user=wayline\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  const identity = unprivileged()
  if (identity) for (const path of [folder, file]) chownSync(path, identity.uid, identity.gid)
  const bouncer = spawn(PROGRAM ?? 'pgbouncer', [file], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => bouncer.kill('SIGKILL')
  process.on('exit', end)
  let log = ''
  const forget = () => {
    process.off('exit', end)
    rmSync(folder, { recursive: true, force: true })
  }
  await new Promise<void>((resolve, reject) => {
    bouncer.once('close', () => reject(new Error(`PgBouncer did not start.\n${log}`)))
    bouncer.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('process up')) resolve()
    })
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return {
    through: (url) => {
      const way = new URL(url)
      way.port = String(port)
      return way.href
    },
    stop: async () => {
      const ended = once(bouncer, 'exit')
      end()
      await ended
      forget()
    },
  }
}
