import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ImportNote } from '../../../../contract/operations/imports'
import { CsvSyntaxError, isBlankRecord, isEmptyLine, readCsvRecords } from '../../../documents/csv-records'
import { Refusal } from '../../../http/refusal'
import { delimiterOf, trustedDelimiter } from './delimiter'

export interface SheetRow {
  /** Of the file, from 1. */
  line: number
  cells: string[]
}

/** A guard against a file that is one endless line. */
const MAX_RECORD_CHARS = 200_000
const CHUNK_BYTES = 64 * 1024

/** The text of a file, in whichever of the usual encodings it was saved. */
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

/** The first line with which spreadsheet programs name the delimiter: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\w\r\n "])"?[,;\t|]*(?:\r\n|\n|\r)/i

/** What begins as a page, a picture or a print is no table, whatever it is called. */
const isTable = (text: string): boolean => !text.includes('\u0000') && !/^\s*(?:<|%PDF)/.test(text)

/**
 * The rows of a CSV file with the lines that they begin on. Lines that are no rows of the table are left out and
 * noted. @throws Refusal file_unreadable where it is none
 */
export async function* readCsv(bytes: Buffer, notes: ImportNote[] = []): AsyncGenerator<SheetRow> {
  const text = decoded(bytes).replace(/^\uFEFF/, '')
  if (!isTable(text))
    throw new Refusal('file_unreadable', 'This is no table that can be read. Save it as XLSX or CSV and send it again.')
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
      `From line ${error.line} on, the file cannot be read as CSV. Look for a quotation mark that is not closed.`,
    )
  }
  if (blank.count > 0) notes.push({ code: 'blank_rows', line: blank.first, count: blank.count })
}

/**
 * The text in parts of UTF-8, because a part of a string may end within a character. The pause after each part lets
 * the server answer others.
 */
async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES)
    await setImmediate()
  }
}
