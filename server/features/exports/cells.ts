import { z } from 'zod'
import { currencyExponent, minorToDecimal } from '../../../contract/core/currency'
import type { ExportColumn } from '../../../contract/operations/exports'
import { inLanguage, type I18nText } from '../../../contract/core/scalars'
import type { Values } from '../../crud/store-options'
import { writeList } from '../../documents/cell-list'
import { SheetDate, type SheetCell } from '../../documents/xlsx'
import { wallClock } from '../../domain/timetable/wall-clock'

export interface CellContext {
  language: string
  /** Formats an instant in the time zone of the file: `2026-03-29 08:30`. */
  moment: (instant: string) => string
  /** Currency of amounts without a currency of their own. */
  currency: string
  /** Returns the name of a referenced record. */
  nameOf: (resource: string, id: string) => string
}

const BASIS_POINTS = 10_000

/** Returns a value of a record as a cell of a file. */
export function cellOf(
  record: Values,
  column: ExportColumn,
  schema: z.ZodType | undefined,
  cellContext: CellContext,
): SheetCell {
  const value = record[column.field]
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return value.length === 0
      ? null
      : value.every((item) => typeof item !== 'object')
        ? writeList(value.map((item) => textOf(wordOf(item, column, cellContext))))
        : JSON.stringify(value)
  if (typeof value === 'object')
    return isTexts(schema) ? inLanguage(value as I18nText, cellContext.language) : JSON.stringify(value)
  if (typeof value === 'number' && column.as === 'money') {
    const currency =
      column.currency === undefined ? cellContext.currency : currencyOf(record[column.currency], cellContext)
    return currencyExponent(currency) === 0 ? value : Number(minorToDecimal(value, currency))
  }
  if (typeof value === 'number' && column.as === 'percent') return (value * 100) / BASIS_POINTS
  if (typeof value === 'string' && isA(schema, z.ZodISODateTime)) return new SheetDate(cellContext.moment(value))
  if (typeof value === 'string' && isA(schema, z.ZodISODate)) return new SheetDate(value)
  return wordOf(value, column, cellContext)
}

/** Returns the heading of a column, with the time zone of its instants or the language of its texts. */
export function headingOf(
  { field, label = field }: ExportColumn,
  schema: z.ZodType | undefined,
  { timezone, language }: { timezone: string; language: string },
): string {
  if (isMoment(schema)) return `${label} (${timezone})`
  // An import reads a heading without a language as English text.
  return isTexts(schema) && language !== 'en' ? `${label} (${language})` : label
}

/** Returns a function that formats instants in a time zone; the texts sort chronologically. */
export const momentIn =
  (timezone: string) =>
  (instant: string): string =>
    wallClock(instant, timezone)

const isMoment = (schema: z.ZodType | undefined): boolean => isA(schema, z.ZodISODateTime)

/** Returns the value of a cell in a text file. */
export const plainCell = (cell: SheetCell): string | number | null => (cell instanceof SheetDate ? cell.text : cell)

const currencyOf = (value: unknown, { currency }: CellContext) => (typeof value === 'string' ? value : currency)

const textOf = (cell: string | number | null) => String(cell ?? '')

function wordOf(value: unknown, { words, reference }: ExportColumn, { nameOf }: CellContext): string | number | null {
  const text = String(value)
  if (reference !== undefined) return nameOf(reference, text)
  if (words && Object.hasOwn(words, text)) return words[text] ?? text
  return typeof value === 'number' ? value : text
}

function isA(schema: z.ZodType | undefined, kind: abstract new (...args: never[]) => z.ZodType): boolean {
  return bare(schema) instanceof kind
}

/** Returns whether a schema is text in several languages. */
const isTexts = (schema: z.ZodType | undefined) => bare(schema) instanceof z.ZodRecord

function bare(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  return inner
}
