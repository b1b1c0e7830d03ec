import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export type Row = Record<string, string | number>
/** Files of a feed, as rows by column or as text. */
export type FeedFiles = Record<string, Row[] | string>

/** Packs a feed. @param folder path of the files in the zip, e.g. `feed/` */
export async function zipFeed(files: FeedFiles, folder = ''): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, rows] of Object.entries(files))
    zip.addBuffer(Buffer.from(typeof rows === 'string' ? rows : csv(rows)), folder + name, { mtime: new Date(0) })
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns CSV text with the columns of all rows, quoted where needed. */
export function csv(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (values: (string | number)[]) => values.map((value) => quoted(String(value))).join(',')
  return [line(columns), ...rows.map((row) => line(columns.map((column) => row[column] ?? '')))].join('\n')
}

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
