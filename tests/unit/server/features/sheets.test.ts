import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../../../../server/documents/csv'
import { SheetDate, xlsxOf, type SheetCell } from '../../../../server/documents/xlsx'
import { decoded, delimiterOf, readCsv, type SheetRow } from '../../../../server/features/tasks/import/read-csv'
import { readXlsx } from '../../../../server/features/tasks/import/read-xlsx'

async function all(rows: AsyncIterable<SheetRow>): Promise<string[][]> {
  const found: string[][] = []
  for await (const { cells } of rows) found.push(cells)
  return found
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

/** Text that is no formula, so that it is written as it is. */
const plainText = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => `x${text.replace(/[\r\uFEFF]/g, '')}`)
const tables = fc.array(fc.array(plainText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })

describe('CSV', () => {
  it('reads what was written, whatever the cells hold', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const text = csvLine(['a', 'b', 'c']) + rows.map(csvLine).join('')
        expect(await all(readCsv(Buffer.from(text)))).toEqual([['a', 'b', 'c'], ...rows])
      }),
    )
  })

  it.each([
    ['a;b;c\n1,5;2;3', ';'],
    ['a\tb,c\td', '\t'],
    ['"x;y;z",b', ','],
    ['alone', ','],
  ])('finds the separator of %j', (text, sign) => expect(delimiterOf(text)).toBe(sign))

  it('finds out in which encoding a file was saved', () => {
    expect(decoded(Buffer.from('Zürich é'))).toBe('Zürich é')
    expect(decoded(Buffer.from('Zürich é', 'latin1'))).toBe('Zürich é')
    expect(decoded(Buffer.from('\uFEFFZürich é', 'utf16le'))).toBe('Zürich é')
  })

  it('tells the line on which each row begins', async () => {
    const lines: number[] = []
    for await (const { line } of readCsv(Buffer.from('a,b\n"two\nlines",x\nlast,y\n'))) lines.push(line)
    expect(lines).toEqual([1, 2, 4])
  })
})

describe('XLSX', () => {
  const written = (names: string[], rows: SheetCell[][]) => buffer(xlsxOf(names, once(rows), new Date(0)))

  it('reads what was written, whatever the cells hold', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const clean = rows.map((row) => row.map((text) => text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '')))
        expect(await all(readXlsx(await written(['a', 'b', 'c'], clean)))).toEqual([['a', 'b', 'c'], ...clean])
      }),
      { numRuns: 30 },
    )
  })

  it('keeps numbers, days, moments and blanks, and computes nothing', async () => {
    const row = [12.5, new SheetDate('2026-03-29'), new SheetDate('2026-03-29 08:30'), null, '=1+1', '<b>&"']
    expect(await all(readXlsx(await written(['h'], [row])))).toEqual([
      ['h'],
      ['12.5', '2026-03-29', '2026-03-29 08:30', '', '=1+1', '<b>&"'],
    ])
  })
})
