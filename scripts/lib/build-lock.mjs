import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitForLock } from 'fs-native-extensions'

/**
 * Waits until no other process builds into the same folder. The operating system holds the lock, so a killed build releases
 * it.
 * @param {string} file to lock; created if missing and not deleted
 * @returns {Promise<() => void>} a function that releases the lock
 */
export async function lockBuild(file) {
  mkdirSync(dirname(file), { recursive: true })
  const handle = openSync(file, 'a')
  await waitForLock(handle, 0, 1)
  return () => closeSync(handle)
}
