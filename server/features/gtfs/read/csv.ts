import { parse, type CsvError } from 'csv-parse'
import type { Readable } from 'node:stream'
import type { Archive } from './archive'
import type { Field } from './fields'
import type { FileSpec, Row } from './files'
import { Fault, FeedRefused, type Issues } from './issues'

/** A guard against a file that is one endless line. */
const MAX_RECORD_CHARS = 100_000

const SYNTAX = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  info: true,
  max_record_size: MAX_RECORD_CHARS,
} as const

interface CsvRecord {
  /** Line that the record ends on, from 1. */
  line: number
  values: string[]
}

/** The records of a file with their lines, the header first; they end where it is no CSV, which breaks the file. */
async function* records(source: Readable, file: string, issues: Issues): AsyncGenerator<CsvRecord> {
  const parser = parse(SYNTAX)
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { info, record } of source.pipe(parser) as AsyncIterable<{
      info: { lines: number }
      record: string[]
    }>) {
      // No database keeps it, and no text has it: the file was saved as something else.
      if (record.some((value) => value.includes('\0'))) return issues.breakFile({ file, line: info.lines }, NOT_CSV)
      yield { line: info.lines, values: record }
    }
  } catch (error) {
    if (error instanceof FeedRefused) throw error
    const { code = '', lines } = error as CsvError & { lines?: number }
    if (!code.startsWith('CSV_')) throw error
    issues.breakFile({ file, ...(lines !== undefined && { line: lines }) }, NOT_CSV)
  } finally {
    source.destroy()
  }
}

/** Told of a row in error: its values by column, a Fault in place of each that could not be read. */
type BadRow = (row: Record<string, unknown>) => void

/** The columns of a file, in their order; none when the file is empty. */
export async function readHeader(archive: Archive, name: string, issues: Issues): Promise<string[]> {
  for await (const { values } of records(await archive.open(name), name, issues)) return columnsOf(values)
  return []
}

/**
 * The rows of a file that its fields accept, with their lines. A row in error is reported and left out.
 * A file that the feed does not have gives none.
 */
export async function* readRows<S extends FileSpec>(
  archive: Archive,
  spec: S,
  issues: Issues,
  onBadRow?: BadRow,
): AsyncGenerator<{ line: number; row: Row<S> }> {
  if (!archive.names.has(spec.name)) return
  let reader: RowReader | undefined
  for await (const { line, values } of records(await archive.open(spec.name), spec.name, issues)) {
    if (!reader) {
      reader = new RowReader(spec, columnsOf(values), issues, onBadRow)
      continue
    }
    const row = reader.read(values, line)
    if (row) yield { line, row: row as Row<S> }
  }
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
      // A column that is missing has been told of once, for all rows.
      if (index < 0 && field.columnNeeded) {
        isGood = false
        continue
      }
      const value = values[index]?.trim() ?? ''
      const parsed = value === '' ? field.empty : field.parse(value)
      row[name] = parsed
      if (!(parsed instanceof Fault)) continue
      const place = { file: this.spec.name, line, field: name }
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
const tooManyValues = (found: number, expected: number) =>
  new Fault(
    'too_many_values',
    `The line has ${found} values; the header names ${expected}.`,
    'Put a value that holds a comma in quotation marks.',
  )
