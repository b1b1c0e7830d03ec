import { unescapeCell } from '../../../../contract/core/csv'
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '../../../../contract/core/limits/files'
import { unstorable } from '../../../../contract/core/unstorable'
import type { ImportNote } from '../../../../contract/operations/imports'
import { sentence } from '../../../../contract/core/sentence'
import { Refusal, invalidAt } from '../../../http/refusal'
import type { SheetRow } from './read-csv'

export interface Table {
  header: string[]
  /** Rows without the blank cells beyond the header. */
  rows: SheetRow[]
}

/**
 * Reads the header and the rows of a file, without the apostrophes that exports guard texts with.
 * @throws Refusal file_unreadable on characters that cannot be stored, validation without rows or with too many
 */
export async function tableOf(rows: AsyncIterable<SheetRow>, notes: ImportNote[]): Promise<Table> {
  let header: string[] | undefined
  const found: SheetRow[] = []
  const unnamed = { first: 0, count: 0 }
  for await (const row of rows) {
    if (unstorable(row.cells))
      throw new Refusal(
        'file_unreadable',
        sentence`Line ${row.line} contains a character that is not text. Remove it, or save the file as CSV in UTF-8.`,
      )
    const texts = row.cells.map(unescapeCell)
    if (!header) {
      header = withoutBlankEnd(texts, 0).map((cell) => cell.trim())
      continue
    }
    const cells = withoutBlankEnd(texts, header.length)
    found.push({ ...row, cells })
    const values = header.filter((heading, place) => heading === '' && !isBlank(cells[place] ?? '')).length
    if (values > 0) unnamed.first ||= row.line
    unnamed.count += values
    if (found.length > IMPORT_MAX_ROWS)
      throw invalidAt('file', sentence`One import can have at most ${IMPORT_MAX_ROWS} rows. Split the file.`)
  }
  if (!header || found.length === 0)
    throw invalidAt('file', sentence`The file has no rows below its headings. Choose another one.`)
  if (header.length > IMPORT_MAX_COLUMNS)
    throw invalidAt('file', sentence`A file may have at most ${IMPORT_MAX_COLUMNS} columns. Remove some.`)
  if (unnamed.count > 0) notes.push({ code: 'unnamed_columns', line: unnamed.first, count: unnamed.count })
  return { header, rows: found }
}

const isBlank = (cell: string): boolean => cell.trim() === ''

/** Removes trailing blank cells, except among the first `columns`. */
const withoutBlankEnd = (cells: readonly string[], columns: number): string[] =>
  cells.slice(0, Math.max(columns, cells.findLastIndex((cell) => !isBlank(cell)) + 1))
