import { parse, type CsvError } from 'csv-parse'
import { pipeline, type Readable } from 'node:stream'

export interface CsvRecord {
  /** Line that the record begins on, from 1. */
  line: number
  values: string[]
}

/** The text is no CSV from this line on. */
export class CsvSyntaxError extends Error {
  constructor(readonly line: number) {
    super(`Line ${line} cannot be read as CSV.`)
  }
}

interface CsvOptions {
  delimiter?: string
  /** Limit of a record, which stops the reading of a file that is one endless line. */
  maxRecordChars: number
  /** Line of the file that the source begins with. */
  firstLine?: number
}

/** All of them, because a parser that expects only the first one merges the records of a mixed file. */
const LINE_ENDS = ['\r\n', '\n', '\r']
const LINE_END = /\r\n|\n|\r/g
/** Ctrl-Z, which DOS programs write at the end of a file. */
const END_MARK = '\u001A'
const BLANK = /^[\s\u001A]*$/

/**
 * Reads CSV with any mixture of CR LF, LF and CR as line ends, and with line breaks in quoted values. An empty line is a
 * record with one empty value. The end mark after the last value is left out. An error of the source is thrown.
 * @throws CsvSyntaxError
 */
export async function* readCsvRecords(source: Readable, options: CsvOptions): AsyncGenerator<CsvRecord> {
  const { delimiter = ',', maxRecordChars, firstLine = 1 } = options
  let line = firstLine
  /** Lines of records that are parsed and not read yet. */
  const lines: number[] = []
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: LINE_ENDS,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordChars,
    on_record: (values) => {
      lines.push(line)
      // The parser counts CR LF in a quoted value as two lines.
      line += 1 + values.reduce((sum, value) => sum + lineBreaksIn(value), 0)
      return values
    },
  })
  // Errors of both streams reach the iteration below, so the callback has nothing to do.
  pipeline(source, parser, () => undefined)
  /** A record that ends with the end mark, and the blank records after it. */
  let marked: CsvRecord[] = []
  try {
    for await (const values of parser as AsyncIterable<string[]>) {
      const record = { line: lines.shift() ?? line, values }
      if (!isBlankRecord(values)) {
        yield* marked
        marked = []
        if (values.at(-1)?.endsWith(END_MARK)) {
          marked = [record]
          continue
        }
      }
      if (marked.length > 0) marked.push(record)
      else yield record
    }
    const [last, ...blanks] = marked
    if (last) yield { ...last, values: withoutEndMark(last.values) }
    yield* blanks
  } catch (error) {
    throw isSyntaxError(error) ? new CsvSyntaxError(line) : error
  } finally {
    source.destroy()
  }
}

/** Whether a record has no value; white space and end marks of a file are no values. */
export const isBlankRecord = (values: readonly string[]): boolean => values.every((value) => BLANK.test(value))

/** Whether a record is a line without any character. */
export const isEmptyLine = (values: readonly string[]): boolean => values.length === 1 && values[0] === ''

const lineBreaksIn = (value: string): number => value.match(LINE_END)?.length ?? 0

const withoutEndMark = (values: readonly string[]): string[] =>
  values.with(-1, (values.at(-1) ?? '').replace(/\u001A+$/, ''))

const isSyntaxError = (error: unknown): boolean => String((error as CsvError).code).startsWith('CSV_')
