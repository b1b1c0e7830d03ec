import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

type Cell = string | number | null

/** Lines in one chunk of the stream: one by one would cost more than the text itself. */
const LINES_PER_CHUNK = 500

/** Packs tables into a zip of CSV files, one after the other as they are asked for. */
export function zipTables(tables: ReadonlyMap<string, Iterable<Cell[]>>, modified: Date): Readable {
  const zip = new ZipFile()
  for (const [name, lines] of tables)
    zip.addReadStreamLazy(name, { mtime: modified }, (ready) =>
      ready(null, Readable.from(chunks(lines), { objectMode: false })),
    )
  zip.end()
  return Readable.from(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>, { objectMode: false })
}

function* chunks(lines: Iterable<Cell[]>): Generator<string> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(`${line.map(cell).join(',')}\r\n`)
    if (chunk.length < LINES_PER_CHUNK) continue
    yield chunk.join('')
    chunk = []
  }
  if (chunk.length > 0) yield chunk.join('')
}

function cell(value: Cell): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
