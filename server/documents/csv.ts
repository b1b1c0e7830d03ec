type Cell = string | number | null

/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One line of comma-separated values; words that came from outside are never a formula. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

/** Comma-separated values with a line of names. */
export const csvText = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [names, ...rows].map(csvLine).join('')

/** What spreadsheets take for the sign that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

function cell(value: Cell): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
