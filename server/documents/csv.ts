type Cell = string | number | null

/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Comma-separated values with a line of names; words that came from outside are never a formula. */
export const csvText = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [names, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

function cell(value: Cell): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
