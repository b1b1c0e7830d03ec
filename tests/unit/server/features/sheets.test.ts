import fc from 'fast-check'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Phone, line, prose } from '../../../../contract/core/scalars'
import type { ImportNote } from '../../../../contract/operations/imports'
import { csvLine } from '../../../../contract/core/csv'
import { SheetDate, xlsxOf, type SheetCell } from '../../../../server/documents/xlsx'
import { fromHeadings } from '../../../../server/features/tasks/import/headings'
import { delimiterOf } from '../../../../server/features/tasks/import/delimiter'
import { decoded, readCsv, type SheetRow } from '../../../../server/features/tasks/import/read-csv'
import { tableOf } from '../../../../server/features/tasks/import/table'
import { valueOf } from '../../../../server/features/tasks/import/values'
import { workbookRows } from '../../../../server/features/tasks/import/workbook-rows'
import { mixedLines } from '../../../support/odd/mixed-lines'
import { riskyText } from '../../../support/odd/spreadsheet-readings'

async function all(rows: AsyncIterable<SheetRow>): Promise<string[][]> {
  const found: string[][] = []
  for await (const { cells } of rows) found.push(cells)
  return found
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

/** Returns the rows below the headings, which an import stores. */
const stored = async (rows: AsyncIterable<SheetRow>): Promise<string[][]> =>
  (await tableOf(rows, [])).rows.map(({ cells }) => cells)

/** Text that no reader interprets as an empty cell or as a spreadsheet error. */
const visibleText = fc
  .oneof(riskyText, fc.string({ unit: 'grapheme', maxLength: 30 }))
  .map((text) => `${text.replaceAll('\u0000', '')}x`)
const tables = fc.array(fc.array(visibleText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })

describe('CSV', () => {
  it('reads what was written, with any content of the cells', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const text = csvLine(['a', 'b', 'c']) + rows.map(csvLine).join('')
        expect(await stored(readCsv(Buffer.from(text)))).toEqual(rows)
      }),
    )
  })

  it.each([
    ['a;b;c\n1,5;2;3', ';'],
    ['a\tb,c\td', '\t'],
    ['"x;y;z",b', ','],
    ['alone', ','],
  ])('has the separator of %j', (text, sign) => expect(delimiterOf(text)).toBe(sign))

  it('is read in its detected encoding', () => {
    expect(decoded(Buffer.from('Zürich é'))).toBe('Zürich é')
    expect(decoded(Buffer.from('Zürich é', 'latin1'))).toBe('Zürich é')
    expect(decoded(Buffer.from('\uFEFFZürich é', 'utf16le'))).toBe('Zürich é')
  })

  it('has the line on which each row begins', async () => {
    const lines: number[] = []
    for await (const { line } of readCsv(Buffer.from('a,b\n"two\nlines",x\nlast,y\n'))) lines.push(line)
    expect(lines).toEqual([1, 2, 4])
  })
})

describe('CSV with mixed line ends', () => {
  const found = async (text: string) => {
    const rows: SheetRow[] = []
    for await (const row of readCsv(Buffer.from(text))) rows.push(row)
    return rows
  }

  it('keeps every row, its line and the line breaks of its quoted cells', async () => {
    await fc.assert(
      fc.asyncProperty(mixedLines, async ({ text, rows }) => {
        const expected = rows.map(({ line, values }) => ({ line, cells: values }))
        expect(await found(text)).toEqual([{ line: 1, cells: ['a', 'b', 'c'] }, ...expected])
      }),
    )
  })

  it.each(['\r\n', '\n', '\r'].flatMap((first) => ['\r\n', '\n', '\r'].map((rest) => [first, rest] as const)))(
    'finds both customers when the header ends with %j and the rows with %j',
    async (first, rest) => {
      const rows = await found(
        ['Last name,Phone', `Müller,+49${rest}`, `Özgür,+90${rest}`].join(first).replace(`${rest}${first}`, rest),
      )
      expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
        [1, 'Last name'],
        [2, 'Müller'],
        [3, 'Özgür'],
      ])
    },
  )

  it('keeps a character that is split between two chunks', async () => {
    const names = ['', 'x'].map((start) => `${start}${'🚌'.repeat(20_000)}`)
    for (const name of names)
      expect((await found(`a\n${name}\n${name}\n`)).map(({ cells }) => cells[0])).toEqual(['a', name, name])
  })

  it('splits a CR LF between two chunks only once', async () => {
    const text = `a,b\r\n${'x,y\r\n'.repeat(50_000)}`
    const rows = await found(text)
    expect([rows.length, rows.at(-1)?.line]).toEqual([50_001, 50_001])
  })
})

describe('CSV of spreadsheet programs', () => {
  const found = async (text: string) => {
    const notes: ImportNote[] = []
    return { rows: await all(readCsv(Buffer.from(text), notes)), notes }
  }

  it('skips rows without values, with a note of how many and where', async () => {
    expect(await found('a,b\r\n1,2\r\n,\r\n  \r\n\r\n" ",\r\n')).toEqual({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      notes: [{ code: 'blank_rows', line: 3, count: 3 }],
    })
  })

  it.each(['1,2\r\n\u001A', '1,2\r\n\u001A\r\n\u001A', '1,2\u001A', '1,2\u001A\u001A\n'])(
    'ignores the mark of the end of a DOS file: %j',
    async (end) => {
      const { rows } = await found(`a,b\r\n${end}`)
      expect(rows).toEqual([
        ['a', 'b'],
        ['1', '2'],
      ])
    },
  )

  it.each(['sep=;\r\n', '\uFEFFSEP=;\n', '"sep=;"\r', 'sep=;;;\r\n'])(
    'takes the separator from the first line %j and counts lines from there',
    async (first) => {
      const notes: ImportNote[] = []
      const lines: number[] = []
      const rows: string[][] = []
      for await (const { line, cells } of readCsv(Buffer.from(`${first}a,a;b\r\n1;2\r\n`), notes)) {
        lines.push(line)
        rows.push(cells)
      }
      expect(rows).toEqual([
        ['a,a', 'b'],
        ['1', '2'],
      ])
      expect(lines).toEqual([2, 3])
      expect(notes).toEqual([{ code: 'separator_line', line: 1, count: 1 }])
    },
  )

  it.each([
    ['semicolons', 'sep=,\nLast name;First name\nMüller;Jörg\n', ['Last name', 'First name']],
    ['semicolons and decimal commas', 'sep=,\nname;price\nA;1,5\n', ['name', 'price']],
    ['tabs', 'sep=;\nname\tprice\nA\t1,5\n', ['name', 'price']],
    ['one column', 'sep=;\nName\nMüller, Jörg\n', ['Name']],
    ['the separator that it names', 'sep=|\na,a|b\n1|2\n', ['a,a', 'b']],
    ['a separator of its own', 'sep=:\na:b\n1:2\n', ['a', 'b']],
  ])('detects the separator of a file with %s below a line that names one', async (_, text, header) => {
    expect((await found(text)).rows[0]).toEqual(header)
  })

  it.each([
    ['a title without a separator', 'Customers\n\nLast name;First name\nMüller;Jörg\n', ';'],
    ['a title with another separator', 'Customers, 26 November\nLast name;First name\nMüller;Jörg\n', ';'],
    ['decimal commas', 'name;price\nA;1,5\nB;2,5\n', ';'],
    ['rows of unequal length', 'a,b,c,d\n1,2,3\n1,2\n1,2,3,"4;5;6;7;8;9"\n', ','],
  ])('finds the separator below or beside %s', (_, text, sign) => expect(delimiterOf(text)).toBe(sign))
})

describe('the headings of a table', () => {
  const columns = (header: readonly string[]) => header.map((cell) => (/^(code|name|city)$/.test(cell) ? cell : null))
  const found = async (cells: string[][]) => {
    const notes: ImportNote[] = []
    const rows = Readable.from(cells.map((row, index) => ({ line: index + 1, cells: row })))
    return { rows: await all(fromHeadings(rows, columns, notes)), notes }
  }

  it('are found below title rows, which are skipped with a note', async () => {
    const head = [['Customers', 'Export of 26.11.2026'], ['Printed by Ana'], ['code', 'name', 'other'], ['A', 'B', 'C']]
    expect(await found(head)).toEqual({ rows: head.slice(2), notes: [{ code: 'title_rows', line: 1, count: 2 }] })
  })

  it.each([
    [
      'names one column',
      [
        ['code', 'x'],
        ['name', 'city'],
        ['A', 'B'],
      ],
    ],
    [
      'is one of many without headings',
      [
        ['x', 'y'],
        ['A', 'B'],
        ['name', 'B'],
      ],
    ],
    [
      'is followed by the names beyond the rows that are searched',
      [...Array.from({ length: 30 }, () => ['x', 'y']), ['code', 'name']],
    ],
  ])('are the first row when it %s', async (_, rows) => {
    expect(await found(rows)).toEqual({ rows, notes: [] })
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

  it('has a separator also when it is one open quotation mark of the maximum file size', () => {
    expect(delimiterOf(`"${'a;'.repeat(8 * 1024 * 1024)}`)).toBe(',')
    expect(delimiterOf(`${'"'.repeat(100_000)};`)).toBe(';')
  })

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a page saved as a spreadsheet', Buffer.from('\n<html><table><tr><td>1</td></tr></table></html>')],
    ['a print', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a quotation mark that is not closed', Buffer.from(`a,b\n1,"${'x'.repeat(300_000)}`)],
  ])('that is %s is refused with a message', async (_, bytes) => {
    expect(await refusal(bytes)).toMatch(/file_unreadable/)
  })

  it('with an endless cell is refused without reading all of it', async () => {
    const reading = { field: 'seats', currency: 'EUR', country: null, idOf: async () => null }
    const cell = `0.${'0'.repeat(150_000)}1`
    const started = process.cpuUsage()
    for (const field of ['seats', 'amount_minor', 'tax_rate_bp']) {
      const value = valueOf(cell, z.int(), { ...reading, field })
      await expect(value).rejects.toThrow(/^.{1,100}$/)
    }
    // Processor time, because elapsed time depends on other processes.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
  })

  it('with a line break in a one-line field is refused', async () => {
    const reading = { field: 'seats', currency: 'EUR', country: null, idOf: async () => null }
    const kinds = [z.int(), z.boolean(), z.enum(['coach']), z.iso.date(), Phone, line(40).nullable(), z.guid()]
    for (const schema of kinds)
      await expect(valueOf('1\n2', schema, reading)).rejects.toMatchObject({ code: 'line_break' })
    expect(await valueOf('a\r\nb', prose(40).nullable(), reading)).toBe('a\r\nb')
    expect(await valueOf('a\r\nb\rc\nd', z.array(line(40)), reading)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keeps the spaces of a text that is too long', async () => {
    const reading = { field: 'first_name', currency: 'EUR', country: null, idOf: async () => null }
    expect(await valueOf('Anna Maria', line(9), reading)).toBe('Anna Maria')
    expect(await valueOf('+34 (600) 111-222', Phone, reading)).toBe('+34600111222')
  })

  it('has no number from a percentage in a field that is no share', async () => {
    const reading = { field: 'seats', currency: 'EUR', country: null, idOf: async () => null }
    await expect(valueOf('40%', z.int(), reading)).rejects.toMatchObject({ code: 'number' })
    expect(await valueOf('40%', z.int(), { ...reading, field: 'tax_rate_bp' })).toBe(4_000)
    expect(await valueOf('€12.50', z.int(), { ...reading, field: 'amount_minor' })).toBe(1_250)
  })

  it('has numbers near zero in scientific notation, but no whole number with an exponent', async () => {
    const reading = { field: 'latitude', currency: 'EUR', country: null, idOf: async () => null }
    expect(await valueOf('-1.5e-7', z.number(), reading)).toBe(-1.5e-7)
    await expect(valueOf('4.91512E+11', z.int(), { ...reading, field: 'seats' })).rejects.toMatchObject({
      code: 'number',
    })
  })

  it('has days of the week by their names in any language', async () => {
    const reading = { field: 'weekdays', currency: 'EUR', country: null, idOf: async () => null }
    expect(await valueOf('Mon, mardi; Mi, الخميس, 5, sáb., Sonntag', z.array(z.int()), reading)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
  })

  it('has lists whose items contain separators, as exports write them', async () => {
    const reading = { field: 'tags', currency: 'EUR', country: null, idOf: async () => null }
    expect(await valueOf('["a, b","=c;d"]', z.array(line(40)), reading)).toEqual(['a, b', '=c;d'])
    expect(await valueOf('[a], b', z.array(line(40)), reading)).toEqual(['[a]', ' b'])
  })

  it('leaves the server free to answer while a large file is read', async () => {
    let turns = 0
    const clock = setInterval(() => (turns += 1), 1)
    await all(readCsv(Buffer.from('a,b,c\n'.repeat(200_000))))
    clearInterval(clock)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('XLSX', () => {
  const written = (names: string[], rows: SheetCell[][]) => buffer(xlsxOf(names, once(rows), new Date(0)))

  it('reads what was written, with any content of the cells', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        expect(await stored(workbookRows(await written(['a', 'b', 'c'], rows)))).toEqual(rows)
      }),
      { numRuns: 30, examples: [[[['_x005F\u0001x', "'=1x", '\uFFFE\u0085x']]]] },
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
