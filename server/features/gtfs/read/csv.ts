import type { Readable } from 'node:stream'
import {
  CsvSyntaxError,
  isBlankRecord,
  isEmptyLine,
  readCsvRecords,
  type CsvRecord,
} from '../../../documents/csv-records'
import type { Archive } from './archive'
import { Corrected, type Field } from './fields'
import type { FileSpec, Row } from './files'
import { Fault, type Issues } from './issues'

/** Maximum length of a record; guards against a file without line breaks. */
const MAX_RECORD_CHARS = 100_000

/** Yields the records of a file, header first. Stops at invalid CSV and marks the file as broken. */
async function* records(source: Readable, file: string, issues: Issues): AsyncGenerator<CsvRecord> {
  try {
    for await (const record of readCsvRecords(source, { maxRecordChars: MAX_RECORD_CHARS })) {
      // PostgreSQL cannot store NUL, and no text file contains it: the file has another format.
      if (record.values.some((value) => value.includes('\0')))
        return issues.breakFile({ file, line: record.line }, NOT_CSV)
      yield record
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    issues.breakFile({ file, line: error.line }, NOT_CSV)
  }
}

/** Receives an erroneous row: values by column, with a Fault for each unreadable value. */
type BadRow = (row: Record<string, unknown>) => void

/** Returns the columns of a file in order; empty for an empty file. */
export async function readHeader(archive: Archive, name: string, issues: Issues): Promise<string[]> {
  for await (const { values } of records(await archive.open(name), name, issues))
    if (!isBlankRecord(values)) return columnsOf(values)
  return []
}

/**
 * Yields the valid rows of a file with their first line numbers.
 * Erroneous and empty rows are reported and left out. A missing file yields no rows.
 */
export async function* readRows<S extends FileSpec>(
  archive: Archive,
  spec: S,
  issues: Issues,
  onBadRow?: BadRow,
): AsyncGenerator<{ line: number; row: Row<S> }> {
  if (!archive.names.has(spec.name)) return
  let reader: RowReader | undefined
  const blank = { first: 0, count: 0 }
  for await (const { line, values } of records(await archive.open(spec.name), spec.name, issues)) {
    if (isBlankRecord(values)) {
      if (isEmptyLine(values)) continue
      blank.first ||= line
      blank.count += 1
      continue
    }
    if (!reader) {
      reader = new RowReader(spec, columnsOf(values), issues, onBadRow)
      continue
    }
    const row = reader.read(values, line)
    if (row) yield { line, row: row as Row<S> }
  }
  if (blank.count > 0) issues.warn({ file: spec.name, line: blank.first }, rowsBlank(blank.count))
}

class RowReader {
  readonly #columns: { name: string; field: Field<unknown>; index: number }[]

  constructor(
    private readonly spec: FileSpec,
    private readonly header: string[],
    private readonly issues: Issues,
    private readonly onBadRow?: BadRow,
  ) {
    this.#columns = Object.entries(spec.fields).map(([name, field]) => ({ name, field, index: header.indexOf(name) }))
  }

  read(values: string[], line: number): Record<string, unknown> | undefined {
    const row: Record<string, unknown> = {}
    let isGood = true
    if (values.length > this.header.length && values.slice(this.header.length).some((value) => value.trim() !== '')) {
      this.issues.error({ file: this.spec.name, line }, tooManyValues(values.length, this.header.length))
      isGood = false
    }
    for (const { name, field, index } of this.#columns) {
      // A missing column is reported once, for all rows.
      if (index < 0 && field.columnNeeded) {
        isGood = false
        continue
      }
      const value = values[index]?.trim() ?? ''
      const parsed = value === '' ? field.empty : field.parse(value)
      const place = { file: this.spec.name, line, field: name }
      row[name] = parsed
      if (parsed instanceof Corrected) {
        this.issues.warn(place, parsed.fault)
        row[name] = parsed.value
      }
      if (!(parsed instanceof Fault)) continue
      if (field.tolerant) {
        this.issues.warn(place, parsed)
        row[name] = field.empty
      } else {
        this.issues.error(place, parsed)
        isGood = false
      }
    }
    if (!isGood) this.onBadRow?.(row)
    return isGood ? row : undefined
  }
}

const columnsOf = (values: string[]) => values.map((value) => value.trim())

const NOT_CSV = new Fault(
  'not_csv',
  'The file cannot be read as comma-separated text from here on.',
  'Look for a quotation mark that is not closed, then save the file as CSV in UTF-8.',
)
const rowsBlank = (count: number) =>
  new Fault(
    'rows_blank',
    count === 1 ? 'The row has no values. It is skipped.' : `${count} rows have no values. They are skipped.`,
    'Nothing needs to be done; delete them to be rid of this note.',
    { count },
  )
const tooManyValues = (found: number, expected: number) =>
  new Fault(
    'too_many_values',
    `The line has ${found} values; the header names ${expected}.`,
    'Put a value that holds a comma in quotation marks.',
  )
