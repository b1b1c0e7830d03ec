/**
 * @typedef {{ file: string, imports?: string[], isDynamicEntry?: boolean }} Chunk
 * @typedef {Record<string, Chunk>} Manifest as written by Vite: source path → chunk and the chunks that it imports
 */

/**
 * Lists the scripts that a browser loads before an entry can run: its chunk and all static imports, each once. Chunks loaded
 * by `import()` are excluded.
 * @param {Manifest} manifest
 * @param {readonly string[]} entries keys of the manifest
 * @returns {string[]} files relative to the build's folder, sorted
 * @throws when an entry is not in the build
 */
export function firstLoad(manifest, entries) {
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} key */
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build. Mend the budgets in .size-limit.mjs.`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return [...seen].filter((file) => file.endsWith('.js')).sort()
}

/**
 * Lists for each lazily loaded screen the scripts that no other folder of screens needs.
 * @param {Manifest} manifest
 * @param {readonly string[]} loaded files that are loaded before these screens
 * @returns {Map<string, string[]>} by source path; files relative to the build's folder
 */
export function ownScripts(manifest, loaded) {
  const screens = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry)
  const needed = new Map(
    screens.map((key) => [key, firstLoad(manifest, [key]).filter((file) => !loaded.includes(file))]),
  )
  /** @type {Map<string, Set<string>>} */
  const rooms = new Map()
  for (const [key, files] of needed)
    for (const file of files) rooms.set(file, (rooms.get(file) ?? new Set()).add(roomOf(key)))
  return new Map([...needed].map(([key, files]) => [key, files.filter((file) => rooms.get(file)?.size === 1)]))
}

/** Returns `src/resources/journeys` for `src/resources/journeys/board/BoardPage.tsx`. @param {string} source */
const roomOf = (source) => source.split('/').slice(0, 3).join('/')
