type Data = Record<string, unknown>

/** Keys that only the server writes. */
const SERVER_KEYS = new Set(['id', 'version', 'created_at', 'updated_at'])

/** Returns the fields of `next` that differ from `previous`; fields absent from `next` count as unchanged. */
export function changedFields(next: Data, previous: Data | undefined): Data {
  return Object.fromEntries(
    Object.entries(next).filter(([key, value]) => !SERVER_KEYS.has(key) && !isSame(value, previous?.[key])),
  )
}

/** Deep equality of JSON values; an absent value and null are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  const left = a as Data
  const right = b as Data
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]))
}
