import { textsFitting, tableNamed, type Ids, type Schema } from '../odd/values'

const DAY_MS = 86_400_000
const LASTING_DAYS = 1_000
/** Maximum of numbers without a bound of their own. */
const NO_BOUND = Number.MAX_SAFE_INTEGER
/** Number of items of a list without a bound. */
const UNBOUNDED_ITEMS = 1_000
const UNBOUNDED_CHARS = 2_000
const LANGUAGES = ['en', 'ae', 'fr', 'de', 'es']
/** Nesting depth at which records are left empty. */
const DEEPEST = 8

export interface Making {
  ids: Ids
  /** `2030-05-20`: the first day of lists of days. */
  firstDay: string
  /** Different in each call, for unique values. */
  serial: number
  /** Values by field name that replace the values from the schema. */
  known: Readonly<Record<string, unknown>>
}

type Any = Schema & {
  prefixItems?: Schema[]
  propertyNames?: Schema
  maxProperties?: number
}

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat()
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** Selects the largest alternative of a choice: a list before an object before a text, and null last. */
function choose(schema: Any): Any {
  const choices: Any[] | undefined = schema.anyOf ?? schema.oneOf
  if (!choices || choices.length === 0) return schema
  const weight = (one: Any): number => {
    const [type] = typesOf(choose(one))
    return ['null', 'boolean', 'integer', 'number', 'string', 'object', 'array'].indexOf(type ?? 'null')
  }
  return choose(choices.reduce((most, one) => (weight(one) > weight(most) ? one : most)))
}

/** Returns the smallest value that a schema accepts: required fields only, lists as short as possible. */
export function smallest(schema: Schema, making: Making, name = '', index = 0): unknown {
  const part = choose(schema)
  if (name in making.known) return making.known[name]
  if (typesOf(part).includes('array') || part.prefixItems) {
    if (part.prefixItems) return part.prefixItems.map((item) => smallest(item, making, name))
    const items = part.items as Schema | undefined
    return Array.from({ length: part.minItems ?? 1 }, (_, at) => smallest(items ?? {}, making, singular(name), at))
  }
  if (typesOf(part).includes('object') || part.properties) {
    const made: Record<string, unknown> = {}
    if (typeof part.additionalProperties === 'object' && part.required === undefined)
      for (const key of keysOf(part).slice(0, 1)) made[key] = smallest(part.additionalProperties, making, name)
    for (const [field, inner] of Object.entries(part.properties ?? {}))
      if (part.required?.includes(field)) made[field] = smallest(inner, making, field, index)
    return made
  }
  return scalar(part, making, name, index, false)
}

/**
 * Returns the largest value that a schema accepts within a budget of bytes of JSON: every field, texts and numbers at their
 * limits, lists as long as possible with distinct items.
 */
export function largest(schema: Schema, making: Making, budget: number, name = '', index = 0, depth = 0): unknown {
  const part = choose(schema)
  if (name in making.known) return making.known[name]
  if (part.prefixItems) return part.prefixItems.map((item) => largest(item, making, budget, name, 0, depth + 1))
  if (typesOf(part).includes('array')) return longest(part, making, budget, name, depth)
  if (typesOf(part).includes('object') || part.properties) return widest(part, making, budget, index, depth)
  return scalar(part, making, name, index, true)
}

function longest(part: Any, making: Making, budget: number, name: string, depth: number): unknown[] {
  const items = part.items as Schema | undefined
  if (items === undefined || depth > DEEPEST) return []
  const most = part.maxItems ?? UNBOUNDED_ITEMS
  const made: unknown[] = []
  const seen = new Set<string>()
  let left = budget
  for (let at = 0; made.length < most && at < 2 * most; at += 1) {
    // Nested lists share the budget of the outer list.
    const item = largest(
      items,
      making,
      Math.floor(left / Math.min(most - made.length, 10)),
      singular(name),
      at,
      depth + 1,
    )
    const text = JSON.stringify(item) ?? ''
    const bytes = Buffer.byteLength(text) + 1
    if (bytes > left) break
    if (seen.has(text)) continue
    seen.add(text)
    made.push(item)
    left -= bytes
  }
  return made
}

function widest(part: Any, making: Making, budget: number, index: number, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  if (depth > DEEPEST) return made
  const fields = Object.entries(part.properties ?? {})
  const isWide = ([, inner]: [string, Schema]) => /array|object/.test(String(typesOf(choose(inner))))
  const narrow = fields.filter((field) => !isWide(field))
  for (const [field, inner] of narrow) made[field] = largest(inner, making, budget, field, index, depth + 1)
  const wide = fields.filter(isWide)
  wide.forEach(([field, inner], at) => {
    const left = budget - bytesOf(made) - 16 * wide.length
    made[field] = largest(inner, making, Math.max(0, Math.floor(left / (wide.length - at))), field, index, depth + 1)
  })
  if (typeof part.additionalProperties === 'object' && fields.length === 0)
    for (const key of keysOf(part)) made[key] = largest(part.additionalProperties, making, budget, '', 0, depth + 1)
  return made
}

/** Returns the allowed member names of a record: a closed list, or languages; empty where any name is allowed. */
function keysOf({ propertyNames }: Any): readonly string[] {
  if (propertyNames?.enum) return propertyNames.enum as string[]
  return propertyNames?.pattern === undefined ? [] : LANGUAGES
}

function scalar(part: Any, making: Making, name: string, index: number, isMost: boolean): unknown {
  if ('const' in part) return part.const
  if (part.enum) return part.default ?? part.enum[index % part.enum.length]
  const [type] = typesOf(part)
  if (type === 'string') return textOf(part, making, name, index, isMost)
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = NO_BOUND } = part
    if (!isMost) return Math.max(minimum, Math.min(1, maximum))
    // Items of a list count down from the maximum.
    const most = maximum >= NO_BOUND ? 1_000_000 : maximum
    return Math.max(minimum, most - index)
  }
  if (type === 'boolean') return part.default ?? true
  return null
}

function textOf(part: Any, making: Making, name: string, item: number, isMost: boolean): string {
  const { ids, firstDay, serial } = making
  // An end must be later than its start.
  const index = /(_to|_at_to|until|ends_at)$/.test(name) ? item + 1 : item
  if (part.format === 'uuid') {
    const all = ids[tableNamed(name, ids) ?? 'journeys'] ?? []
    return all[(index + serial) % Math.max(1, all.length)] ?? '00000000-0000-4000-8000-000000000000'
  }
  // Vehicles and licences must not expire before the departures.
  const days = /expires_on$/.test(name) ? LASTING_DAYS : index
  const day = new Date(Date.parse(`${firstDay}T00:00:00Z`) + days * DAY_MS).toISOString()
  if (part.format === 'date') return day.slice(0, 10)
  if (part.format === 'date-time') return day
  if (part.format === 'uri') {
    const most = Math.min(part.maxLength ?? UNBOUNDED_CHARS, UNBOUNDED_CHARS)
    return `https://example.com/${index}/`.padEnd(isMost ? most : 0, 'x')
  }
  if (/zone/.test(name) && part.maxLength === 64) return 'Asia/Nicosia'
  if (part.format === 'email') return `${'a'.repeat(isMost ? 40 : 1)}${serial}x${index}@example.com`
  if (/phone/.test(name)) return '+442079460018;ext=1234567890'
  const { pattern } = part
  if (pattern !== undefined) {
    const mark = `Q${serial}X${index}`
    if (pattern.startsWith('^[A-Z0-9][A-Z0-9_-]')) return isMost ? mark.padEnd(32, 'Z') : mark
    if (pattern.startsWith('^[A-Z0-9-]{2,12}')) return isMost ? mark.padEnd(12, 'Z').slice(0, 12) : mark
    if (pattern.startsWith('^\\d{2,3}:')) return clock(index, true)
    if (pattern.startsWith('^([01]\\d|2')) return clock(index, false)
    if (pattern.startsWith('^[a-z]{2,3}$')) return letters(index)
    if (pattern.startsWith('^[A-Za-z0-9._@+-]')) return `user-${serial}-${index}`.padEnd(isMost ? 64 : 0, 'x')
    if (pattern.startsWith('^[a-z][a-z0-9_.]')) return `field_${index}`.padEnd(isMost ? 64 : 0, 'x')
    const fitting = textsFitting(pattern)
    if (fitting) return fitting[index % fitting.length] ?? ''
  }
  const most = Math.min(part.maxLength ?? UNBOUNDED_CHARS, 20_000)
  const start = `${serial}.${index} Lärnaca `
  return (isMost ? start.padEnd(most, 'Flughafen, مطار لارنكا ') : start)
    .slice(0, most)
    .trim()
    .padEnd(part.minLength ?? 1, 'x')
}

const clock = (index: number, hasSeconds: boolean): string => {
  const two = (number: number) => String(number).padStart(2, '0')
  const text = `${two(Math.floor(index / 60) % 24)}:${two(index % 60)}`
  return hasSeconds ? `${text}:${two(Math.floor(index / 1440) % 60)}` : text
}

const letters = (index: number): string =>
  [Math.floor(index / 676) % 26, Math.floor(index / 26) % 26, index % 26]
    .map((place) => String.fromCharCode(97 + place))
    .join('')

const singular = (name: string): string => name.replace(/s$/, '')
