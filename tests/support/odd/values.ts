import type { Draw } from './draw'

/** The part of JSON Schema that the API's document uses. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema | Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  default?: unknown
}

/** Ids in the database, by table. */
export type Ids = Readonly<Record<string, readonly string[]>>

export interface Making {
  draw: Draw
  ids: Ids
  /** The share of odd values, from 0 to 1. */
  odd: number
}

const NOTHING = '00000000-0000-4000-8000-000000000000'
const LONE = '\uD800'

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  LONE,
  `x${LONE}y`,
  '\uDC00\uD800',
  '\uFFFE\uFFFF',
  '\u202Eright to left',
  '💺'.repeat(20),
  'e\u0301'.repeat(10),
  "'; drop table users; --",
  '%',
  '_%\\',
  '\\',
  '{{constructor}}',
  '<script>alert(1)</script>',
  '__proto__',
  'null',
  'NaN',
  '-0',
  '1e309',
  '\r\nx: y',
  'x'.repeat(300),
  'x'.repeat(70_000),
]
const ODD_NUMBERS = [
  0, -0, -1, 0.5, 1e-7, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296, 9_007_199_254_740_991,
  9_007_199_254_740_993, 9.3e18, 1e21, -1e21, 1e308,
]
const ODD_MOMENTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15:59',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-15:59',
  '2026-03-29T02:30:00+16:00',
  '2026-03-29T02:30:00-23:59',
  '2026-03-29T02:30:00+99:99',
  '2026-02-30T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-03-29T02:30:00.123456789123Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-03-29',
  'infinity',
  'now',
]
const ODD_DAYS = [
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-29',
  '2026-13-01',
  '10000-01-01',
  '-0001-01-01',
  'epoch',
]
const ODD_IDS = [NOTHING, NOTHING.toUpperCase(), 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'not-an-id', '1', '']

/** Matching texts by the beginning of a pattern in the document, which is enough to identify it. */
const FITTING: readonly [starts: string, texts: readonly string[]][] = [
  ['^[A-Z]{3}$', ['EUR', 'JPY', 'KWD', 'XXX']],
  ['^[a-z]{2,3}$', ['en', 'fr', 'mk']],
  ['^[A-Z0-9][A-Z0-9_-]{1,31}$', ['AB', 'X-1', 'LCA', 'Z'.repeat(32)]],
  ['^(?:[A-Za-z0-9_', ['a@example.com', "o'b+c@mail.example.org"]],
  ['^\\+[1-9]', ['+35799123456', '+4915112345678']],
  ['^[A-Z0-9]{2,3}[0-9]', ['CY123', 'BA1234A']],
  ['^([01]\\d|2', ['00:00', '08:30', '23:59']],
  ['^#[0-9a-f]', ['#1a7f5a']],
  ['^(?:(?:25[0-5]', ['192.0.2.1']],
  ['^((25[0-5]', ['192.0.2.0/24']],
  ['^(([0-9a-fA-F]', ['2001:db8::1', '2001:db8::/32']],
  ['^\\d{2,3}:', ['08:30:00', '25:10:00', '999:59:59']],
  ['^[0-9a-f]{64}', ['a'.repeat(64)]],
  ['^[A-Z0-9-]{2,12}', ['ABC 123', 'ABC-123']],
  ['^[A-Z]{2}$', ['CY', 'FR']],
  ['^[A-HJ-NPR-Z', ['WDB9634031L123456']],
  ['^[A-Za-z0-9._@+-]', ['somebody', 'some.body@x']],
  ['^[a-z][a-z0-9_.]', ['note', 'a.b_c']],
  ['^[01]+$', ['1', '0101010']],
]

/** Returns texts that match a pattern of the document; undefined for an unknown pattern. */
export const textsFitting = (pattern: string): readonly string[] | undefined =>
  FITTING.find(([starts]) => pattern.startsWith(starts))?.[1]

/** Returns a value for the schema, valid or occasionally odd. */
export function valueFor(schema: Schema | boolean, making: Making, name = '', depth = 0): unknown {
  const { draw } = making
  if (draw.chance(making.odd)) return oddValue(making, schema)
  if (typeof schema === 'boolean') return draw.of(['any', 1, null, {}])
  if ('const' in schema) return schema.const
  if (schema.enum) return draw.of(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.length > 0) return valueFor(draw.of(choices), making, name, depth)
  const type = Array.isArray(schema.type) ? draw.of(schema.type) : schema.type
  if (type === 'object' || schema.properties) return objectFor(schema, making, depth)
  if (type === 'array') return listFor(schema, making, name, depth)
  if (type === 'string') return textFor(schema, making, name)
  if (type === 'integer' || type === 'number') return numberFor(schema, making)
  if (type === 'boolean') return draw.chance(0.5)
  if (type === 'null') return null
  return draw.of(['any', 1, true, null])
}

/** Returns a value of another type or at a limit of the schema. */
function oddValue({ draw, ids }: Making, schema: Schema | boolean = true): unknown {
  const format = typeof schema === 'object' ? schema.format : undefined
  if (format === 'date-time' && draw.chance(0.7)) return draw.of(ODD_MOMENTS)
  if (format === 'date' && draw.chance(0.7)) return draw.of(ODD_DAYS)
  if (format === 'uuid' && draw.chance(0.7))
    return draw.of([...ODD_IDS, ...Object.values(ids).flatMap((all) => all.slice(0, 1))])
  if (typeof schema === 'object' && /integer|number/.test(String(schema.type)) && draw.chance(0.7))
    return draw.of(ODD_NUMBERS)
  return draw.of<() => unknown>([
    () => draw.of(ODD_TEXTS),
    () => draw.of(ODD_TEXTS),
    () => draw.of(ODD_NUMBERS),
    () => draw.of([true, false, null]),
    () => [],
    () => ({}),
    () => [null],
    () => ({ [draw.of(ODD_TEXTS)]: draw.of(ODD_TEXTS) }),
    () => Array.from({ length: 600 }, () => 1),
  ])()
}

function objectFor(schema: Schema, making: Making, depth: number): Record<string, unknown> {
  const { draw } = making
  const required = new Set(schema.required)
  const made: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isNeeded = required.has(name) ? !draw.chance(making.odd) : draw.chance(depth > 3 ? 0.1 : 0.5)
    if (isNeeded) made[name] = valueFor(property, making, name, depth + 1)
  }
  if (typeof schema.additionalProperties === 'object')
    for (const name of draw.of([['en'], ['en', 'fr'], [], ['x']]))
      made[name] = valueFor(schema.additionalProperties, making, name, depth + 1)
  if (draw.chance(making.odd)) made[draw.of(['constructor', '__proto__x', 'x\u0000', 'surprise'])] = oddValue(making)
  return made
}

function listFor(
  { items, minItems = 0, maxItems = 3 }: Schema,
  making: Making,
  name: string,
  depth: number,
): unknown[] {
  const { draw } = making
  if (Array.isArray(items)) return items.map((item) => valueFor(item, making, name, depth + 1))
  const length = Math.min(minItems + draw.below(depth > 3 ? 2 : 3), Math.max(minItems, maxItems))
  return Array.from({ length }, () => valueFor(items ?? true, making, name.replace(/s$/, ''), depth + 1))
}

function textFor(schema: Schema, making: Making, name: string): string {
  const { draw } = making
  if (schema.format === 'uuid') return idFor(name, making)
  if (schema.format === 'date-time') return momentNear(draw)
  if (schema.format === 'date') return momentNear(draw).slice(0, 10)
  if (schema.format === 'uri') return draw.of(['https://example.com/hook', 'http://localhost:1/x'])
  const { pattern } = schema
  if (pattern !== undefined) {
    const fitting = textsFitting(pattern)
    if (fitting) return draw.of(fitting)
  }
  if (/zone/.test(name)) return draw.of(['Europe/Paris', 'Asia/Nicosia', 'UTC'])
  const words = draw.of(['Larnaca', 'Ada', 'Ünïcödé', 'a', 'reference', '12', 'سائق'])
  return words.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 200)
}

function numberFor({ minimum, maximum, type }: Schema, { draw }: Making): number {
  const least = minimum ?? -5
  const most = maximum ?? 1_000
  const pick = draw.of([least, most, least + draw.below(10), Math.min(most, 1), Math.min(most, 50)])
  return type === 'integer' ? Math.trunc(pick) : pick
}

/** Returns an instant near the day of the data. */
function momentNear(draw: Draw): string {
  const days = draw.of([0, 0, 1, 2, 7, 30, -1, -30, 400])
  const base = Date.UTC(2026, 10, 21, 12)
  return new Date(base + days * 86_400_000 + draw.below(24) * 3_600_000).toISOString()
}

/** The tables of fields with names that do not contain the table's name. */
const TABLES: Readonly<Record<string, string>> = {
  driver: 'staff',
  guide: 'staff',
  origin: 'stations',
  destination: 'stations',
  origin_station: 'stations',
  destination_station: 'stations',
  credential: 'partner_credentials',
  credentials: 'partner_credentials',
  member: 'partner_members',
  invitation: 'partner_invitations',
  webhooks: 'webhook_endpoints',
  endpoint: 'webhook_endpoints',
  delivery: 'webhook_deliveries',
  deliveries: 'webhook_deliveries',
  'api-logs': 'partner_api_logs',
  log: 'partner_api_logs',
  'mock-trips': 'mock_trips',
  'waiting-list': 'waiting_entries',
  trip: 'reservations',
  trips: 'reservations',
  bookings: 'reservations',
  uuid: 'reservations',
  product: 'routes',
  products: 'routes',
  sheet: 'import_sheets',
}

/** Returns the table that a field of this name refers to; undefined if the name does not show it. */
export function tableNamed(name: string, ids: Ids): string | undefined {
  const stem = name.replace(/_ids?$|Id$/, '')
  const plain = stem.replaceAll('-', '_')
  return [TABLES[stem], plain, `${plain}s`, plain.replace(/y$/, 'ies')].find(
    (table) => table !== undefined && (ids[table]?.length ?? 0) > 0,
  )
}

export function idFor(name: string, { draw, ids }: Making): string {
  const named = tableNamed(name, ids)
  const filled = Object.keys(ids).filter((table) => (ids[table]?.length ?? 0) > 0)
  if (filled.length === 0) return NOTHING
  return draw.of(ids[named ?? draw.of(filled)] ?? [NOTHING])
}

export const oddText = (draw: Draw): string => draw.of(ODD_TEXTS)
