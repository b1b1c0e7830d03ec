export type CsvCell = string | number | null

/** Marks a file as UTF-8 for spreadsheet programs. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Text between the characters that some spreadsheet program splits cells at. Programs take the separator of their
 * country and ignore quotation marks in the middle of a cell, so each part of a text may become a cell of its own.
 */
const PART = /[^,;|\u061B\t\r\n]+/g

/** A part that may be read as a formula: programs skip white space and unpaired quotation marks at its start. */
const FORMULA = /^[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

const GUARD = "'"

const isGuarded = (part: string): boolean => part.startsWith(GUARD) && FORMULA.test(part.slice(1))

/** Returns the text with an apostrophe before each part that a spreadsheet program could compute. */
export const escapeCell = (text: string): string =>
  text.replace(PART, (part) => (FORMULA.test(part) ? GUARD + part : part))

/**
 * Returns the text with an apostrophe before each part that `unescapeCell` would change, for files that mark text as
 * text.
 */
export const escapeGuards = (text: string): string =>
  text.replace(PART, (part) => (isGuarded(part) ? GUARD + part : part))

/** Returns the text that `escapeCell` or `escapeGuards` was called with. */
export const unescapeCell = (text: string): string =>
  text.includes(GUARD) ? text.replace(PART, (part) => (isGuarded(part) ? part.slice(1) : part)) : text

/** Returns one line of comma-separated values, in which no part of any text is a formula. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(value: CsvCell, place: number, cells: readonly CsvCell[]): string {
  // A program that splits elsewhere reads a whole line as one cell, which a sign at its start turns into a formula.
  if (typeof value === 'number') return `${value < 0 && place === 0 && cells.length > 1 ? GUARD : ''}${value}`
  const text = escapeCell(value ?? '')
  return /[",;|\u061B\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
