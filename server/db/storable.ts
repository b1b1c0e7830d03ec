import { codeOf } from './unavailable'

const HALF_A_CHARACTER = /\p{Surrogate}/gu

/** A text as PostgreSQL can hold it: without U+0000, and with U+FFFD where half a character stands. */
export const storableText = (text: string): string => text.replaceAll('\0', '').replace(HALF_A_CHARACTER, '\ufffd')

/** A value of JSON of which every text can be held, the names of fields with them. */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]))
}

/** Whether the database refused what a row says, so that another row may still be written. */
export const isRefusedValue = (error: unknown): boolean =>
  // Data exceptions and violated constraints (SQLSTATE).
  /^2[23]/.test(codeOf(error) ?? '')
