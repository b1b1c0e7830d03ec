import { parse, type CsvError } from 'csv-parse'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../../../http/refusal'

export interface SheetRow {
  /** Of the file, from 1. */
  line: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const
/** A guard against a file that is one endless line. */
const MAX_RECORD_CHARS = 200_000
const CHUNK_CHARS = 64 * 1024

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

/** The sign between the values: the one that the first line has most often outside of quotation marks. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((sign) => [sign, 0]))
  let isQuoted = false
  for (const sign of text.slice(0, MAX_RECORD_CHARS)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' || sign === '\r') break
    else if (counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** What begins as a page, a picture or a print is no table, whatever it is called. */
const isTable = (text: string): boolean => !text.includes('\u0000') && !/^\s*(?:<|%PDF)/.test(text)

/** The rows of a CSV file, the header first; blank lines are left out. @throws Refusal file_unreadable where it is none */
export async function* readCsv(bytes: Buffer): AsyncGenerator<SheetRow> {
  const text = decoded(bytes).replace(/^\uFEFF/, '')
  if (!isTable(text))
    throw new Refusal('file_unreadable', 'This is no table that can be read. Save it as XLSX or CSV and send it again.')
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    max_record_size: MAX_RECORD_CHARS,
  })
  let next = 1
  try {
    for await (const { info, record } of Readable.from(chunksOf(text)).pipe(parser) as AsyncIterable<{
      info: { lines: number }
      record: string[]
    }>) {
      const line = next
      next = info.lines + 1
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record }
    }
  } catch (error) {
    const { code = '', lines } = error as CsvError & { lines?: number }
    if (!code.startsWith('CSV_')) throw error
    throw new Refusal(
      'file_unreadable',
      `From line ${lines ?? 1} on, the file cannot be read as CSV. Look for a quotation mark that is not closed.`,
    )
  }
}

/** The text in parts, with a pause after each in which the server answers others. */
async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += CHUNK_CHARS) {
    yield text.slice(start, start + CHUNK_CHARS)
    await setImmediate()
  }
}
