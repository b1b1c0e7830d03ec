import type { FieldIssue } from './entity'
import { JSON_MAX_DEPTH } from './limits/requests'
import { sentence } from './sentence'

/** U+0000, and half of a surrogate pair: the database stores neither. */
const UNSTORABLE = /\u0000|\p{Surrogate}/u

const HALVES = /\p{Surrogate}/gu

/** Returns the beginning of a text, without half of a surrogate pair at the cut. */
export const cut = (text: string, maxChars: number): string => text.slice(0, maxChars).replace(HALVES, '')

const NO_TEXT = sentence`Contains a character that cannot be stored (U+0000 or half of a surrogate pair). Remove it.`
const TOO_DEEP = sentence`Is nested more than ${JSON_MAX_DEPTH} levels deep. Use fewer levels.`

/** A list or an object within the checked value. */
interface Part {
  value: object
  name: string
  within: Part | null
  depth: number
}

/** Returns the place of a character that cannot be stored, or of too deep nesting, in a value; null if there is none. */
export function unstorable(value: unknown): FieldIssue | null {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? { path: '', message: NO_TEXT } : null
  if (typeof value !== 'object' || value === null) return null
  const open: Part[] = [{ value, name: '', within: null, depth: 0 }]
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.depth >= JSON_MAX_DEPTH) return { path: pathOf(part)[0] ?? '', message: TOO_DEEP }
    const { value: here } = part
    const isList = Array.isArray(here)
    if (!isList && Object.keys(here).some((name) => UNSTORABLE.test(name)))
      return { path: pathOf(part).join('.'), message: NO_TEXT }
    for (const [name, inner] of isList
      ? (here as unknown[]).entries()
      : Object.entries<unknown>(here as Record<string, unknown>)) {
      if (typeof inner === 'string' && UNSTORABLE.test(inner))
        return { path: [...pathOf(part), name].join('.'), message: NO_TEXT }
      if (typeof inner === 'object' && inner !== null)
        open.push({ value: inner, name: String(name), within: part, depth: part.depth + 1 })
    }
  }
  return null
}

/** Returns the names from the outermost value to a part of it. */
function pathOf(part: Part): string[] {
  const names: string[] = []
  for (let at = part; at.within; at = at.within) names.unshift(at.name)
  return names
}
