import { z } from 'zod'
import { currencyExponent } from '../../../../contract/core/currency'
import { LINE_BREAK_CODE, PHONE_CODE } from '../../../../contract/core/issue-code'
import { INTL_LOCALES } from '../../../../contract/core/languages'
import { parsePhone } from '../../../../contract/core/phone'
import { NO_PHONE, ONE_LINE, Phone, hasLineBreak } from '../../../../contract/core/scalars'
import { cut, unstorable } from '../../../../contract/core/unstorable'
import { sentence, type Text, textOfMessage } from '../../../../contract/core/sentence'
import { readList } from '../../../documents/cell-list'
import { DICTIONARIES } from '../../../documents/words'
import { plainly } from './columns'

/** Error of a cell: a code that the console translates, and a sentence. */
export class CellFault extends Error {
  constructor(
    readonly code: 'format' | 'choice' | 'number' | 'reference' | typeof LINE_BREAK_CODE | typeof PHONE_CODE,
    readonly text: Text,
  ) {
    super(String(text))
  }
}

const QUOTED_MAX_CHARS = 60
/** ISO numbers of weekdays. They are also days of January 2024, which began on a Monday. */
const ISO_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** Returns the text of a cell for a message, shortened. */
const shortened = (text: string): string => (text.length > QUOTED_MAX_CHARS ? `${cut(text, QUOTED_MAX_CHARS)}…` : text)

export interface Reading {
  field: string
  /** Currency of an amount. */
  currency: string
  /** Country of the company, whose phone numbers need no country code. */
  country: string | null
  /** The value of the field before the import. */
  stored?: unknown
  /** Returns the id of the record that a cell names, or null. */
  idOf: (field: string, name: string) => Promise<string | null>
  /** Whether slash-separated dates begin with the month. */
  isMonthFirst?: boolean
}

/** Converts a cell to the value of a field. @throws CellFault */
export async function valueOf(cell: string, schema: z.ZodType, reading: Reading): Promise<unknown> {
  const text = cell.trim()
  const type = bare(schema)
  if (type instanceof z.ZodArray) return listOf(text, type.element as z.ZodType, reading)
  if (type instanceof z.ZodObject) return jsonOf(text)
  if (hasLineBreak(text) && !accepts(schema, 'several\nlines'))
    throw new CellFault(LINE_BREAK_CODE, textOfMessage(ONE_LINE))
  if (type === Phone) return phoneOf(text, reading)
  if (type instanceof z.ZodNumber)
    return (reading.field === 'weekdays' && WEEKDAYS.get(plainly(text))) || numberOf(text, type, reading)
  if (type instanceof z.ZodBoolean) return yesOrNo(text)
  if (type instanceof z.ZodEnum) return wordOf(text, type.options as string[])
  if (type instanceof z.ZodISODate) return dayOf(text, reading.isMonthFirst)
  if (type instanceof z.ZodGUID || reading.field.endsWith('_id') || reading.field.endsWith('_ids'))
    return referenceOf(text, reading)
  return accepts(schema, 'free text') ? cell : writtenAs(text, schema)
}

/** Returns the schema without its nullable, optional and transform wrappers. */
export function bare(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPipe
  )
    inner = (inner instanceof z.ZodPipe ? inner.in : inner.unwrap()) as z.ZodType
  return inner
}

async function listOf(text: string, element: z.ZodType, reading: Reading): Promise<unknown> {
  if (bare(element) instanceof z.ZodObject) return text.startsWith('[') ? jsonOf(text) : spansOf(text)
  return Promise.all(readList(text).map((item) => valueOf(item, element, reading)))
}

function jsonOf(text: string): unknown {
  const value = parsed(text)
  if (value === undefined || unstorable(value))
    throw new CellFault('format', sentence`Write it as JSON, or leave the cell empty.`)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Parses date ranges such as `2026-06-01/2026-08-31, 2026-12-20/2027-01-06`. */
function spansOf(text: string): { from: string; to: string }[] {
  return text.split(/[,;\n]/).map((span) => {
    const [from = '', to = from] = span.split(/\/|\s(?:–|-|to)\s/)
    return { from: dayOf(from.trim()), to: dayOf(to.trim()) }
  })
}

/** Maximum length of a number in any field. */
const NUMBER_MAX_CHARS = 40
/** Programs write numbers near zero in powers of ten, such as 5e-7. */
const SMALL = /^[+-]?\d(\.\d+)?e-\d{1,3}$/i

/** Parses a number with a decimal point or comma: an amount in its currency, or a share in percent. */
function numberOf(text: string, type: z.ZodType, { field, currency }: Reading): number {
  if (text.length > NUMBER_MAX_CHARS) throw new CellFault('number', sentence`The cell is too long for a number.`)
  const isShare = field.endsWith('_bp')
  const isAmount = field.endsWith('_minor')
  const isReal = type.safeParse(1.5).success
  const isWhole = !isAmount && !isShare && !isReal
  const plain = text.replace(isShare ? /[\s%]/g : /[\s€$£]/g, '')
  if (isWhole && /^\d{1,3}([.,]\d{3})+$/.test(plain)) return Number(plain.replace(/[.,]/g, ''))
  const decimal =
    plain.lastIndexOf(',') > plain.lastIndexOf('.')
      ? plain.replaceAll('.', '').replace(',', '.')
      : plain.replaceAll(',', '')
  if (isReal && SMALL.test(decimal)) return Number(decimal)
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(decimal))
    throw new CellFault('number', sentence`"${shortened(text)}" is not a number.`)
  if (isAmount) return shifted(decimal, currencyExponent(currency))
  return isShare ? shifted(decimal, 2) : Number(decimal)
}

/** Moves the decimal point to the right without floating-point arithmetic. */
function shifted(decimal: string, places: number): number {
  const [whole = '', fraction = ''] = decimal.split('.')
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > places) throw new CellFault('number', sentence`Give at most ${places} decimals.`)
  return Number(whole + digits.padEnd(places, '0'))
}

/** ISO numbers of the days of the week, by their names and abbreviations in all languages. */
const WEEKDAYS: ReadonlyMap<string, number> = new Map(
  Object.values(INTL_LOCALES).flatMap((locale) =>
    (['short', 'long'] as const).flatMap((weekday) => {
      const names = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
      return ISO_WEEKDAYS.map((day) => [plainly(names.format(Date.UTC(2024, 0, day))), day] as const)
    }),
  ),
)

const YES = new Set(['true', 'yes', 'y', '1', 'x'])
const NO = new Set(['false', 'no', 'n', '0'])
for (const { ra } of Object.values(DICTIONARIES)) {
  YES.add(plainly(ra.boolean.true))
  NO.add(plainly(ra.boolean.false))
}

function yesOrNo(text: string): boolean {
  const word = plainly(text)
  if (YES.has(word)) return true
  if (NO.has(word)) return false
  throw new CellFault('choice', sentence`Write "yes" or "no".`)
}

const words = new Map<string, ReadonlyMap<string, string>>()

/** Returns values by their labels in all languages. */
function wordsFor(options: readonly string[]): ReadonlyMap<string, string> {
  const key = [...options].sort().join()
  const known = words.get(key)
  if (known) return known
  const found = new Map(options.map((option) => [plainly(option), option]))
  for (const { choices } of Object.values(DICTIONARIES))
    for (const vocabulary of Object.values<object>(choices))
      if (Object.keys(vocabulary).sort().join() === key)
        for (const [value, word] of Object.entries(vocabulary as Record<string, string>))
          if (!found.has(plainly(word))) found.set(plainly(word), value)
  words.set(key, found)
  return found
}

function wordOf(text: string, options: readonly string[]): string {
  const value = wordsFor(options).get(plainly(text))
  if (value === undefined)
    throw new CellFault('choice', sentence`"${shortened(text)}" is none of: ${options.join(', ')}.`)
  return value
}

/** Parses `2026-03-29`, `29.03.2026`, `29/03/2026` or `03/29/2026`. A time of day after it is ignored. */
function dayOf(text: string, isMonthFirst = false): string {
  const [, iso] = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(text) ?? []
  if (iso !== undefined) return iso
  const [, first, separator, second, year] = /^(\d{1,2})([./])(\d{1,2})[./](\d{4})$/.exec(text) ?? []
  const [month, day] = isMonthFirst && separator === '/' ? [first, second] : [second, first]
  if (day === undefined || month === undefined)
    throw new CellFault('format', sentence`Write the day as 2026-03-29 or 29.03.2026.`)
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function phoneOf(text: string, { country, stored: before }: Reading): string {
  const stored = parsePhone(text, country)
  if (stored === null && text === before) return text
  if (stored === null) throw new CellFault(PHONE_CODE, textOfMessage(NO_PHONE))
  return stored
}

async function referenceOf(text: string, { field, idOf }: Reading): Promise<string> {
  const id = await idOf(field, text)
  if (id === null)
    throw new CellFault('reference', sentence`There is no record "${shortened(text)}". Import or create it first.`)
  return id
}

/** Normalises blanks, punctuation and case of a text to the form of its field. Free text stays as it is. */
function writtenAs(text: string, schema: z.ZodType): string {
  if (accepts(schema, 'free text')) return text
  const compact = text.replace(/[\s().\u00a0-]/g, '')
  const forms = [text, text.toUpperCase(), text.toLowerCase(), compact, compact.toUpperCase()]
  return forms.find((form) => accepts(schema, form)) ?? text
}

const accepts = (schema: z.ZodType, text: string): boolean => schema.safeParse(text).success
