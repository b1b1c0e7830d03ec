import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ImportNote } from '../../../../contract/operations/imports'
import { sentence } from '../../../../contract/core/sentence'
import { CsvSyntaxError, isBlankRecord, isEmptyLine, readCsvRecords } from '../../../documents/csv-records'
import { Refusal } from '../../../http/refusal'
import { delimiterOf, trustedDelimiter } from './delimiter'

export interface SheetRow {
  /** Line of the file, from 1. */
  line: number
  cells: string[]
}

/** Limit of a record, against files without line ends. */
const MAX_RECORD_CHARS = 200_000
const CHUNK_BYTES = 64 * 1024

/** Decodes a file in UTF-8, UTF-16 or Windows-1252. */
export function decoded(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** First line by which spreadsheet programs name the delimiter: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\w\r\n "])"?[,;\t|]*(?:\r\n|\n|\r)/i

/** Whether a text is a table. Markup, binary data and PDF are none, regardless of the name of the file. */
const isTable = (text: string): boolean => !text.includes('\u0000') && !/^\s*(?:<|%PDF)/.test(text)

/**
 * Yields the rows of a CSV file with the lines that they begin on. Other lines are skipped and noted.
 * @throws Refusal file_unreadable where the file is not CSV
 */
export async function* readCsv(bytes: Buffer, notes: ImportNote[] = []): AsyncGenerator<SheetRow> {
  const text = decoded(bytes).replace(/^\uFEFF/, '')
  if (!isTable(text))
    throw new Refusal(
      'file_unreadable',
      sentence`This file cannot be read as a table. Save it as XLSX or CSV and send it again.`,
    )
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  if (separator !== undefined) notes.push({ code: 'separator_line', line: 1, count: 1 })
  const table = text.slice(separatorLine.length)
  const source = Readable.from(chunksOf(table))
  const options = {
    delimiter: separator === undefined ? delimiterOf(table) : trustedDelimiter(table, separator),
    maxRecordChars: MAX_RECORD_CHARS,
    firstLine: separator === undefined ? 1 : 2,
  }
  const blank = { first: 0, count: 0 }
  try {
    for await (const { line, values } of readCsvRecords(source, options)) {
      if (!isBlankRecord(values)) yield { line, cells: values }
      else if (!isEmptyLine(values)) {
        blank.first ||= line
        blank.count += 1
      }
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    throw new Refusal(
      'file_unreadable',
      sentence`From line ${error.line} on, the file cannot be read as CSV. Look for a quotation mark that is not closed.`,
    )
  }
  if (blank.count > 0) notes.push({ code: 'blank_rows', line: blank.first, count: blank.count })
}

/**
 * Yields a text in UTF-8 chunks, because a slice of a string may end within a character. The pause after each chunk lets the
 * server answer other requests.
 */
async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES)
    await setImmediate()
  }
}
