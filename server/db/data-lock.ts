import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class DataFolderInUse extends Error {
  constructor(folder: string, pid: string) {
    super(`${folder} is in use by process ${pid}. Stop that process first, or set WAYLINE_DATA_DIR to another folder.`)
  }
}

/**
 * Exactly one process opens a data folder: two writers would silently lose each other's rows.
 * The lock is a listening socket, which the operating system frees however the process ends.
 * @throws DataFolderInUse naming the process that holds it.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pidFile = join(folder, 'server.pid')
  const name = `wayline-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`
  const server = createServer((socket) => socket.end(String(process.pid)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new DataFolderInUse(folder, holder(pidFile)) : error),
    )
    server.listen(address(name), resolve)
  })
  server.unref()
  writeFileSync(pidFile, String(process.pid), { mode: 0o600 })
  return async () => {
    rmSync(pidFile, { force: true })
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

function address(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
