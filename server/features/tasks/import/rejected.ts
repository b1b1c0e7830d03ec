import { BYTE_ORDER_MARK, csvLine } from '../../../../contract/core/csv'
import { fieldTextKey } from '../../../../contract/core/field-texts'
import { LANGUAGES } from '../../../../contract/core/languages'
import type { Db } from '../../../db/database'
import { DICTIONARIES } from '../../../documents/words'
import { refusedRows, type StoredSheet } from '../repository/sheets'

const ROWS_AT_ONCE = 500

/** Returns a text of a dictionary by its dotted key. */
const textAt = (words: object, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (node, name) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined),
      words,
    )

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
        const key = fieldTextKey(error.code)
        const translated = language === 'en' || key === null ? undefined : textAt(words, key)
        const sentence = typeof translated === 'string' ? translated : error.detail
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
