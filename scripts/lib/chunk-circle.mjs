/**
 * Finds build files that import each other in a cycle: one of them would run before its dependencies.
 * @param {ReadonlyMap<string, readonly string[]>} imports of each file
 * @returns {string[] | null} the files of a cycle in the order of their imports
 */
export function findCircle(imports) {
  /** @type {Set<string>} */
  const settled = new Set()
  /**
   * @param {string} file
   * @param {string[]} path
   * @returns {string[] | null}
   */
  const search = (file, path) => {
    const met = path.indexOf(file)
    if (met >= 0) return path.slice(met)
    if (settled.has(file)) return null
    for (const next of imports.get(file) ?? []) {
      const circle = search(next, [...path, file])
      if (circle) return circle
    }
    settled.add(file)
    return null
  }
  for (const file of imports.keys()) {
    const circle = search(file, [])
    if (circle) return circle
  }
  return null
}
