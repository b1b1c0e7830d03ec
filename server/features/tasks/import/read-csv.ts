import { parse, type CsvError } from 'csv-parse'
import { Readable } from 'node:stream'
import { invalid } from '../../../http/refusal'

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
  const head = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counted = DELIMITERS.map((sign) => ({ sign, count: head.split(sign).length }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).sign
}

/** The rows of a CSV file, the header first; blank lines are left out. @throws Refusal where it is none */
export async function* readCsv(bytes: Buffer): AsyncGenerator<SheetRow> {
  const text = decoded(bytes).replace(/^\uFEFF/, '')
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
    throw invalid([
      {
        path: 'file',
        message: `From line ${lines ?? 1} on, the file cannot be read as CSV. Look for a quotation mark that is not closed.`,
      },
    ])
  }
}

function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += CHUNK_CHARS) yield text.slice(start, start + CHUNK_CHARS)
}
