import { BYTE_ORDER_MARK, csvLine } from '../../../../contract/core/csv'
import { LANGUAGES } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import { DICTIONARIES } from '../../../documents/words'
import { refusedRows, type StoredSheet } from '../repository/sheets'

const ROWS_AT_ONCE = 500

/** Translation keys of form errors, by server error code. */
const SENTENCES = {
  required: 'required',
  invalid_format: 'format',
  format: 'format',
  invalid_value: 'choice',
  choice: 'choice',
  number: 'number',
  already_exists: 'unique',
  reference: 'reference',
  unknown_reference: 'reference',
  line_break: 'lineBreak',
  time_zone: 'timeZone',
  phone: 'phone',
  extra_cells: 'extraCells',
} as const

/** Yields the rejected rows as sent, each with its line and error, in the reader's language. */
export async function* rejectedCsv(
  db: Db,
  taskId: string,
  sheet: StoredSheet,
  language: string,
): AsyncGenerator<string> {
  const words = DICTIONARIES[LANGUAGES.find((known) => known === language) ?? 'en']
  const labels: Readonly<Record<string, string>> = words.resources[sheet.resource].fields
  const { line, detail } = words.app.gtfs.issue
  yield BYTE_ORDER_MARK + csvLine([...sheet.header, line, detail])
  let after = -1
  for (;;) {
    const rows = await refusedRows(db, taskId, sheet.id, after, ROWS_AT_ONCE)
    for (const { line: place, cells, problem } of rows) {
      const errors = problem.errors?.map((error) => {
        const field = error.pointer.slice(1)
        const key = SENTENCES[error.code as keyof typeof SENTENCES] as keyof typeof words.app.validation | undefined
        const sentence = language === 'en' || !key ? error.detail : words.app.validation[key]
        return field === '' ? sentence : `${labels[field] ?? field}: ${sentence}`
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
