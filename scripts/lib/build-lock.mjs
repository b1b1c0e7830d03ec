import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitForLock } from 'fs-native-extensions'

/**
 * Waits until no other process builds into the same folder. The lock is the operating system's, so that a killed build
 * leaves none behind.
 * @param {string} file that is locked; it is made where it is missing, and stays
 * @returns {Promise<() => void>} what unlocks it
 */
export async function lockBuild(file) {
  mkdirSync(dirname(file), { recursive: true })
  const handle = openSync(file, 'a')
  await waitForLock(handle, 0, 1)
  return () => closeSync(handle)
}
