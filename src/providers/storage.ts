/** localStorage that never throws: if the browser refuses it (blocked, full), values last as long as the page. */
const fallback = new Map<string, string>()

export const storage = {
  get(key: string): string | null {
    try {
      return window.localStorage.getItem(key) ?? fallback.get(key) ?? null
    } catch {
      return fallback.get(key) ?? null
    }
  },
  set(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value)
      fallback.delete(key)
    } catch {
      fallback.set(key, value)
    }
  },
  remove(key: string): void {
    fallback.delete(key)
    try {
      window.localStorage.removeItem(key)
    } catch {
      // Storage is unavailable, so there is nothing to remove.
    }
  },
  /** Returns the JSON value under a key; null when it is missing or invalid. */
  json(key: string): unknown {
    const text = storage.get(key)
    if (text === null) return null
    try {
      return JSON.parse(text) as unknown
    } catch {
      return null
    }
  },
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
