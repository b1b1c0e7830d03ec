/** What a spreadsheet would take for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/

/** One cell of a CSV file: quoted where needed, and never a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = FORMULA_START.test(value) ? `'${value}` : value
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
