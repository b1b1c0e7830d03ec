import { IMPORT_HEADINGS_MAX_ROWS } from '../../../../contract/core/limits/files'
import type { ImportNote } from '../../../../contract/operations/imports'
import type { SheetRow } from './read-csv'

/** Returns the field that each cell of a row names as a heading, or null. */
type NamedColumns = (cells: readonly string[]) => readonly (string | null)[]

/** Recognised names that make a row below the first one the headings. */
const SURE_NAMES = 2

/** Yields the rows from the headings on. Title rows above them are skipped and noted. */
export async function* fromHeadings(
  rows: AsyncIterable<SheetRow>,
  namedColumns: NamedColumns,
  notes: ImportNote[],
): AsyncGenerator<SheetRow> {
  const names = ({ cells }: SheetRow) => namedColumns(cells).filter((name) => name !== null).length
  const searched: SheetRow[] = []
  let isFound = false
  for await (const row of rows) {
    if (isFound) {
      yield row
      continue
    }
    searched.push(row)
    const isFirst = searched.length === 1
    isFound = names(row) >= (isFirst ? 1 : SURE_NAMES)
    if (isFound && !isFirst) {
      const [title = row] = searched
      notes.push({ code: 'title_rows', line: title.line, count: searched.length - 1 })
      yield row
    } else if (isFound || searched.length === IMPORT_HEADINGS_MAX_ROWS) {
      isFound = true
      yield* searched
    }
  }
  if (!isFound) yield* searched
}
