/**
 * @typedef {{ file: string, imports?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest as Vite writes it: source path → chunk and the chunks that it imports
 */

/**
 * The scripts that a browser has to load before an entry can run: its chunk and all that it imports, each once.
 * Chunks that are imported later, by `import()`, are not among them.
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
