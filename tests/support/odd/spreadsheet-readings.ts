import fc from 'fast-check'

/** Variants of how spreadsheet programs read a CSV file: the list separator of the country, and whether quotes apply. */
export const READINGS = [',', ';', '\t', '|', '\u061B'].flatMap((separator) => [
  { separator, isQuoted: true },
  { separator, isQuoted: false },
])

/** Splits a file into cells as Excel does: a quotation mark counts only as the first character of a cell. */
export function cellsOf(text: string, { separator, isQuoted }: (typeof READINGS)[number]): string[] {
  const cells: string[] = []
  let cell = ''
  let isStart = true
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"' && isStart && isQuoted) {
      for (at += 1; at < text.length; at += 1) {
        if (text.charAt(at) !== '"') cell += text.charAt(at)
        else if (text.charAt(at + 1) === '"') {
          cell += '"'
          at += 1
        } else break
      }
      isStart = false
    } else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell)
      cell = ''
      isStart = true
    } else {
      cell += sign
      isStart = false
    }
  }
  return [...cells, cell]
}

/** Returns whether a program that trims cells and recognizes full-width signs would evaluate a cell as a formula. */
export const isFormula = (cell: string): boolean =>
  /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell)

/** Text of characters that separate, quote, guard or begin a formula, mixed with ordinary ones. */
export const riskyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        "'",
        '"',
        ',',
        ';',
        '|',
        '\u061B',
        '\t',
        '\r',
        '\n',
        ' ',
      ),
      fc.constantFrom(
        '\r\n',
        '1',
        'x',
        'é',
        'س',
        '\u00A0',
        '\u200E',
        '\uFEFF',
        '=1+1;',
        `"=1+1;`,
        "'=1",
        '[',
        ']',
        '\u0001',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
