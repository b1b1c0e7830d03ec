import { BYTE_ORDER_MARK, csvLine } from '../../../../contract/core/csv'
import { fieldTextKey } from '../../../../contract/core/field-texts'
import { LANGUAGES } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import { DICTIONARIES, textAt } from '../../../documents/words'
import { refusedRows, type StoredSheet } from '../repository/sheets'

const ROWS_AT_ONCE = 500

/** Yields the rejected rows as sent, each with its line and error, in the reader's language. */
export async function* rejectedCsv(
  db: Db,
  taskId: string,
  sheet: StoredSheet,
  language: string,
): AsyncGenerator<string> {
  const known = LANGUAGES.find((each) => each === language) ?? 'en'
  const words = DICTIONARIES[known]
  const labels: Readonly<Record<string, string>> = words.resources[sheet.resource].fields
  const { line, detail } = words.app.gtfs.issue
  yield BYTE_ORDER_MARK + csvLine([...sheet.header, line, detail])
  let after = -1
  for (;;) {
    const rows = await refusedRows(db, taskId, sheet.id, after, ROWS_AT_ONCE)
    for (const { line: place, cells, problem } of rows) {
      const errors = problem.errors?.map((error) => {
        const field = error.pointer.slice(1)
        const key = fieldTextKey(error.code)
        const text = (known === 'en' || key === null ? null : textAt(known, key)) ?? error.detail
        return field === '' ? text : `${labels[field] ?? field}: ${text}`
      })
      const padded = sheet.header.map((_, index) => cells[index] ?? '')
      const extra = cells.slice(sheet.header.length)
      yield csvLine([...padded, place, errors?.length ? errors.join(' ') : (problem.detail ?? ''), ...extra])
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.position
  }
}
