import type { Readable } from 'node:stream'
import { zipStream } from '../../../adapters/zip'

type Cell = string | number | null

/** Lines per chunk of the stream; single-line chunks would cost more than the text itself. */
const LINES_PER_CHUNK = 500

/** Packs tables into a zip of CSV files as the stream is read. */
export const zipTables = (tables: ReadonlyMap<string, Iterable<Cell[]>>, modified: Date): Readable =>
  zipStream(
    [...tables].map(([name, lines]) => ({ name, content: chunks(lines) })),
    modified,
  )

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
