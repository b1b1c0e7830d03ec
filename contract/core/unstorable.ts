import type { FieldIssue } from './entity'
import { JSON_MAX_DEPTH } from './limits'

/** U+0000, and half of a character that UTF-16 writes in two: no database keeps either. */
const UNSTORABLE = /\u0000|\p{Surrogate}/u

const HALVES = /\p{Surrogate}/gu

/** The beginning of a text, without half of the character that the cut went through. */
export const cut = (text: string, maxChars: number): string => text.slice(0, maxChars).replace(HALVES, '')

const NO_TEXT = 'Holds a character that is no text: U+0000, or half of a surrogate pair. Leave it out.'
const TOO_DEEP = `Is nested more than ${JSON_MAX_DEPTH} levels deep.`

/** Where a value that came in holds what cannot be kept: no text, or more levels than anything has. Null where nowhere. */
export function unstorable(value: unknown): FieldIssue | null {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: here, path } = next
    if (typeof here === 'string' && UNSTORABLE.test(here)) return { path: path.join('.'), message: NO_TEXT }
    if (typeof here !== 'object' || here === null) continue
    if (path.length >= JSON_MAX_DEPTH) return { path: path[0] ?? '', message: TOO_DEEP }
    for (const [name, inner] of Object.entries(here)) {
      if (UNSTORABLE.test(name)) return { path: path.join('.'), message: NO_TEXT }
      if (typeof inner === 'string' || typeof inner === 'object') open.push({ value: inner, path: [...path, name] })
    }
  }
  return null
}
