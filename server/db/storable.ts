import { codeOf } from './unavailable'

const HALF_A_CHARACTER = /\p{Surrogate}/gu

/** Returns the text as PostgreSQL can store it: without U+0000, and with U+FFFD for a lone surrogate. */
export const storableText = (text: string): string => text.replaceAll('\0', '').replace(HALF_A_CHARACTER, '\ufffd')

/** Returns a JSON value with all its texts and field names storable. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]))
}

/** Returns whether the database refused the values of a row, so that another row may still be written. */
export const isRefusedValue = (error: unknown): boolean =>
  // Data exceptions and violated constraints (SQLSTATE).
  /^2[23]/.test(codeOf(error) ?? '')
