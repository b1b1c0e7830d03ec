import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, escapeCell, escapeGuards, unescapeCell } from '../../../../contract/core/csv'
import { READINGS, cellsOf, isFormula, riskyText } from '../../../support/odd/spreadsheet-readings'

const anyText = fc.oneof(riskyText, fc.string({ unit: 'binary' }))

describe('csvLine', () => {
  it('quotes separators, line ends and quotation marks', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', 'a;b', 'a|b', 'a\tb'])).toBe(
      'a,"b,c","say ""hi""","two\nlines","a;b","a|b","a\tb"\r\n',
    )
  })

  it('keeps numbers and empty cells as they are', () => {
    expect(csvLine([1, -3.5, null, ''])).toBe('1,-3.5,,\r\n')
    expect(csvLine([-5])).toBe('-5\r\n')
  })

  it.each([
    ['=1+1', `'=1+1`],
    ['+34600111222', `'+34600111222`],
    ['-5', `'-5`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `"\t'=1"`],
    [' =1', `' =1`],
    ['＝1', `'＝1`],
    ['＋1', `'＋1`],
    ['－1', `'－1`],
    ['＠A1', `'＠A1`],
    ['x;=cmd|x', `"x;'=cmd|x"`],
    ['x, -1', `"x,' -1"`],
    ['x\n=1', `"x\n'=1"`],
    ['x;"=1;', `"x;'""=1;"`],
    [`'=1`, `''=1`],
    [`O'Neil - 5 = 5`, `O'Neil - 5 = 5`],
  ])('guards %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })

  it('has no formula in any reading of any program, whatever its cells contain', () => {
    const cell = fc.oneof(riskyText, riskyText, fc.integer(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 3 }), (rows) => {
        const text = rows.map(csvLine).join('')
        for (const reading of READINGS) {
          const cells = cellsOf(text, reading)
          expect(cells.filter(isFormula)).toEqual([])
          // Excel's Text to Columns splits the cells of the first reading again.
          for (const again of READINGS)
            expect(cells.flatMap((once) => cellsOf(once, again)).filter(isFormula)).toEqual([])
        }
      }),
      {
        numRuns: 500,
        examples: [
          [[[-5, '2+cmd|x']]],
          [[['x', 'y;=1+1;']]],
          [[['x', 'y;"=1+1;']]],
          [[['x,=1+1', 'y']]],
          [[['x', 'y\n=1+1']]],
          [
            [
              ['x', 'y;'],
              [-5, '=1'],
            ],
          ],
        ],
      },
    )
  })
})

describe('unescapeCell', () => {
  it('returns every text that escapeCell or escapeGuards was called with', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unescapeCell(escapeCell(text))).toBe(text)
        expect(unescapeCell(escapeGuards(text))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ["'+34600111222", '+34600111222'],
    ["'quoted'", "'quoted'"],
    ["O'Neil", "O'Neil"],
    ["''=1", "'=1"],
  ])('reads %j, however it was written', (cell, text) => {
    expect(unescapeCell(cell)).toBe(text)
  })
})

describe('escapeGuards', () => {
  it('changes only text that looks guarded', () => {
    for (const text of ['=1+1', '+34600111222', "O'Neil", 'x;=1']) expect(escapeGuards(text)).toBe(text)
    expect(escapeGuards("'=1;'x;'-2")).toBe("''=1;'x;''-2")
  })
})
