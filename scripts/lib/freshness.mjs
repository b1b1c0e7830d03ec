import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns a digest of the content of files and folders. Modification times are unreliable: a checkout of older sources
 * creates newer files. A path that does not exist counts as empty.
 * @param {readonly string[]} paths
 * @returns {string} SHA-256 in hexadecimal
 */
export function digest(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    const content = readFileSync(file)
    hash.update(`${file.replaceAll('\\', '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} stampFile
 * @param {string} now digest of the sources
 */
export function isFresh(stampFile, now) {
  try {
    return readFileSync(stampFile, 'utf8') === now
  } catch {
    return false
  }
}

/**
 * @param {string} stampFile
 * @param {string} built digest of the sources that were built
 */
export function stamp(stampFile, built) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, built)
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
