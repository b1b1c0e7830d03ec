import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { csvLine } from '../../../../server/documents/csv'
import { SheetDate, xlsxOf, type SheetCell } from '../../../../server/documents/xlsx'
import { decoded, delimiterOf, readCsv, type SheetRow } from '../../../../server/features/tasks/import/read-csv'
import { valueOf } from '../../../../server/features/tasks/import/values'
import { workbookRows } from '../../../../server/features/tasks/import/workbook-rows'

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

describe('an odd CSV', () => {
  const refusal = async (bytes: Buffer): Promise<string> => {
    try {
      return JSON.stringify(await all(readCsv(bytes)))
    } catch (error) {
      return String(error)
    }
  }

  it('finds the separator in a file that is one open quotation mark, as long as a file may be', () => {
    expect(delimiterOf(`"${'a;'.repeat(8 * 1024 * 1024)}`)).toBe(',')
    expect(delimiterOf(`${'"'.repeat(100_000)};`)).toBe(';')
  })

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a page saved as a spreadsheet', Buffer.from('\n<html><table><tr><td>1</td></tr></table></html>')],
    ['a print', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a quotation mark that is not closed', Buffer.from(`a,b\n1,"${'x'.repeat(300_000)}`)],
  ])('that is %s is refused in a sentence', async (_, bytes) => {
    expect(await refusal(bytes)).toMatch(/file_unreadable/)
  })

  it('has a cell of no end, and is told so without reading all of it', async () => {
    const reading = { field: 'seats', currency: 'EUR', idOf: async () => null }
    const cell = `0.${'0'.repeat(150_000)}1`
    const started = process.cpuUsage()
    for (const field of ['seats', 'amount_minor', 'tax_rate_bp']) {
      const value = valueOf(cell, z.int(), { ...reading, field })
      await expect(value).rejects.toThrow(/^.{1,100}$/)
    }
    // Processor time, because elapsed time depends on what else the machine does.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
  })

  it('lets the server answer others while a large file is read', async () => {
    let turns = 0
    const clock = setInterval(() => (turns += 1), 1)
    await all(readCsv(Buffer.from('a,b,c\n'.repeat(200_000))))
    clearInterval(clock)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('XLSX', () => {
  const written = (names: string[], rows: SheetCell[][]) => buffer(xlsxOf(names, once(rows), new Date(0)))

  it('reads what was written, whatever the cells hold', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const clean = rows.map((row) => row.map((text) => text.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, '')))
        expect(await all(workbookRows(await written(['a', 'b', 'c'], clean)))).toEqual([['a', 'b', 'c'], ...clean])
      }),
      { numRuns: 30 },
    )
  })

  it('keeps numbers, days, moments and blanks, and computes nothing', async () => {
    const row = [
      12.5,
      new SheetDate('2026-03-29'),
      new SheetDate('2026-03-29 08:30'),
      null,
      '=1+1',
      '<b>&"',
      '_x0041_x0042_',
    ]
    expect(await all(workbookRows(await written(['h'], [row])))).toEqual([
      ['h'],
      ['12.5', '2026-03-29', '2026-03-29 08:30', '', '=1+1', '<b>&"', '_x0041_x0042_'],
    ])
  })
})
