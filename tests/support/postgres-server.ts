import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { startOnFreePort } from '../../scripts/lib/free-port.mjs'
import { findPostgres, howToGet } from '../../scripts/lib/tools.mjs'
import { START_TIMEOUT_MS } from './timeouts'

const FOLDER_PREFIX = 'wayline-postgres-'
const READY = /database system is ready to accept (read-only )?connections/

/** Test data need not survive a crash, so nothing waits for the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

type Server = ChildProcessByStdio<null, null, Readable>

export interface PostgresServer {
  /** Connection URL of the maintenance database: postgres://wayline@127.0.0.1:PORT/postgres */
  url: string
  port: number
  /** Stops it at once and leaves its data, like an immediate shutdown. */
  crash: () => Promise<void>
  /** Starts it again on its port after a crash. */
  restart: () => Promise<void>
  /** Stops it and deletes its data. */
  stop: () => Promise<void>
}

interface Place {
  /** Parent of its folder; the system's temporary folder by default. */
  parent?: string
  /** Starts it as a standby that waits for a primary, until it is promoted. */
  standby?: boolean
}

/**
 * Starts an empty PostgreSQL server in a temporary folder, on a free loopback port. It stops when this process exits;
 * leftovers of a killed process are removed at the next start.
 * @param settings postgresql.conf settings that override those of a test
 * @throws with install instructions when PostgreSQL is not installed, or with its log when it does not start.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  { parent = tmpdir(), standby = false }: Place = {},
): Promise<PostgresServer> {
  const programs = findPostgres()
  if (!programs) throw new Error(howToGet('postgresql'))
  const identity = unprivileged()
  sweep(programs, identity)
  const folder = mkdtempSync(join(parent, FOLDER_PREFIX))
  writeFileSync(ownerFile(folder), String(process.pid))
  mkdirSync(dataFolder(folder), { mode: 0o700 })
  if (identity) for (const path of [folder, dataFolder(folder)]) chownSync(path, identity.uid, identity.gid)
  try {
    initialise(programs, folder, identity)
    if (standby) writeFileSync(join(dataFolder(folder), 'standby.signal'), '')
    return await startOnFreePort((port) => serve({ programs, folder, identity, settings, port }))
  } catch (error) {
    remove(folder)
    throw error
  }
}

const ownerFile = (folder: string) => join(folder, 'owner.pid')
const dataFolder = (folder: string) => join(folder, 'data')

function initialise(programs: string, folder: string, identity: Identity | null): void {
  const options = ['-D', dataFolder(folder), '-U', 'wayline', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), options, { ...identity, cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
}

interface Home {
  programs: string
  folder: string
  identity: Identity | null
  settings: Record<string, string>
  port: number
}

async function serve(home: Home): Promise<PostgresServer> {
  let server = await listen(home)
  const forget = stopAtExit(() => server, home.folder)
  const crash = async () => {
    const stopped = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.signalCode === null && server.kill('SIGQUIT')) await stopped
  }
  return {
    url: `postgres://wayline@127.0.0.1:${home.port}/postgres`,
    port: home.port,
    crash,
    restart: async () => {
      server = await listen(home)
    },
    stop: async () => {
      await crash()
      forget()
      remove(home.folder)
    },
  }
}

async function listen({ programs, folder, identity, settings, port }: Home): Promise<Server> {
  const options = Object.entries({ ...SETTINGS, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(join(programs, 'postgres'), ['-D', dataFolder(folder), ...options], {
    ...identity,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    await ready(server)
    return server
  } catch (error) {
    server.kill('SIGQUIT')
    throw error
  }
}

function ready(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (reason: string) => reject(new Error(`PostgreSQL did not start: ${reason}\n${log}`))
    const limit = setTimeout(() => fail(`no answer in ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS)
    server.once('error', (error) => fail(error.message))
    server.once('close', (code) => fail(`it ended with ${code}`))
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (!READY.test(log)) return
      clearTimeout(limit)
      resolve()
    })
  })
}

interface Identity {
  uid: number
  gid: number
}

/** Returns the user that runs PostgreSQL when this process is root, which PostgreSQL refuses; null otherwise. */
export function unprivileged(): Identity | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string, user: string) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim()
  const user = ['postgres', 'nobody'].find((name) => idOf('-u', name) !== '')
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.')
  return { uid: Number(idOf('-u', user)), gid: Number(idOf('-g', user)) }
}

/** @returns a function that removes the handlers */
function stopAtExit(server: () => Server, folder: string): () => void {
  const end = () => {
    server().kill('SIGQUIT')
    remove(folder)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    end()
    forget()
    // Without other listeners, the signal must have its default effect.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const forget = () => {
    process.off('exit', end)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.on('exit', end)
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}

/** Stops the servers that killed processes left running, and deletes their folders. */
function sweep(programs: string, identity: Identity | null): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name)
    if (!existsSync(ownerFile(folder)) || isAlive(Number(readFileSync(ownerFile(folder), 'utf8')))) continue
    spawnSync(join(programs, 'pg_ctl'), ['stop', '-D', dataFolder(folder), '-m', 'immediate'], {
      ...identity,
      cwd: folder,
    })
    remove(folder)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Retries, because a stopping server may still write a few files. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
