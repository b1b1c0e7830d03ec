import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

const LOCK_FILE = 'server.lock'
/** Offset after the text of the file: on Windows no other process can read a locked range. */
const LOCKED_BYTE = 4_096

export class DataFolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(
      `${folder} is in use by ${holder || 'another process'}. Stop that process first, or set WAYLINE_DATA_DIR to another folder.`,
    )
  }
}

/**
 * Locks a data folder for this process, because two writers would silently lose each other's rows.
 * The lock is the operating system's on a file in the folder: it works across containers and namespaces, and is released as
 * soon as its process ends for any reason. The file stays, because a lock on a deleted file excludes no other process.
 * @throws DataFolderInUse naming the process that has the lock, with its host and since when
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

/** Loads the native module only for a data folder; PostgreSQL does without. */
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
