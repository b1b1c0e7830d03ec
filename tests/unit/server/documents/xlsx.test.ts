import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import readXlsxFile from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { SheetDate, xlsxOf, type SheetCell } from '../../../../server/documents/xlsx'

const COLUMNS = 30
const NAMES = Array.from({ length: COLUMNS }, (_, index) => `Column ${index}`)
const ROWS: SheetCell[][] = [
  ['Łukasz', 12.5, new SheetDate('2026-03-29'), new SheetDate('2026-03-29 08:30'), null, '=1+1'],
  ['سارة', -3, null, null, 'after a blank', '<b>&"\n_x0041_'],
  [...Array.from({ length: COLUMNS - 1 }, () => null), 'in column AD'],
]

async function* pages() {
  yield ROWS.slice(0, 1)
  yield ROWS.slice(1)
}

const written = () => buffer(xlsxOf(NAMES, pages(), new Date('2026-03-29T00:00:00Z')))

it('xlsx is opened by exceljs, each value in its own cell and of its own type', async () => {
  const book = new ExcelJS.Workbook()
  await book.xlsx.load((await written()) as unknown as ExcelJS.Buffer)
  const [sheet] = book.worksheets
  expect(sheet?.rowCount).toBe(4)
  expect(sheet?.getCell('AD1').value).toBe('Column 29')
  expect(sheet?.getRow(1).getCell(1).font.bold).toBe(true)
  expect(['A2', 'B2', 'C2', 'D2', 'E2', 'F2'].map((place) => sheet?.getCell(place).value)).toEqual([
    'Łukasz',
    12.5,
    new Date('2026-03-29T00:00:00Z'),
    new Date('2026-03-29T08:30:00Z'),
    null,
    '=1+1',
  ])
  expect(sheet?.getCell('E3').value).toBe('after a blank')
  expect(sheet?.getCell('AD4').value).toBe('in column AD')
})

it('xlsx is opened by read-excel-file with the written values', async () => {
  const [sheet] = await readXlsxFile(await written())
  expect(sheet?.data[0]).toEqual(NAMES)
  expect(sheet?.data[1]?.slice(0, 6)).toEqual([
    'Łukasz',
    12.5,
    new Date('2026-03-29T00:00:00Z'),
    new Date('2026-03-29T08:30:00Z'),
    null,
    '=1+1',
  ])
  expect(sheet?.data[2]?.[4]).toBe('after a blank')
  expect(sheet?.data[3]?.[29]).toBe('in column AD')
})

it('xlsx counts days as spreadsheets do, with a 29 February 1900 that no calendar has', () => {
  const serials = ['1900-01-01', '1900-02-28', '1900-03-01', '2026-03-29'].map((day) => new SheetDate(day).serial)
  expect(serials).toEqual([1, 59, 61, 46_110])
})
