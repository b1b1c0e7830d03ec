import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

const LOCK_FILE = 'server.lock'
/** Behind all that the file says: on Windows nobody else can read what is locked. */
const LOCKED_BYTE = 4_096

export class DataFolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(
      `${folder} is in use by ${holder || 'another process'}. Stop that process first, or set WAYLINE_DATA_DIR to another folder.`,
    )
  }
}

/**
 * Exactly one process opens a data folder: two writers would silently lose each other's rows.
 * The lock is the operating system's on a file in the folder: it holds in whatever container or namespace the folder is
 * opened, and is free as soon as its process has ended, however that came about. The file stays: a lock on a file that
 * was removed would keep out nobody.
 * @throws DataFolderInUse naming the process that holds it, with its host and since when
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, LOCK_FILE)
  const tryLock = await loadLock()
  const handle = openSync(file, 'a+', 0o600)
  try {
    if (!tryLock(handle, LOCKED_BYTE, 1)) throw new DataFolderInUse(folder, readFileSync(file, 'utf8').trim())
    ftruncateSync(handle)
    writeSync(handle, `process ${process.pid} on ${hostname()} since ${new Date().toISOString()}\n`)
  } catch (error) {
    closeSync(handle)
    throw error
  }
  return async () => {
    ftruncateSync(handle)
    closeSync(handle)
  }
}

/** Only where a folder is opened: PostgreSQL does without. */
async function loadLock() {
  try {
    return (await import('fs-native-extensions')).tryLock
  } catch (error) {
    throw new Error(
      `A data folder cannot be locked on ${process.platform} ${process.arch}, so two processes could open it at once. Use PostgreSQL by DATABASE_URL.`,
      { cause: error },
    )
  }
}
