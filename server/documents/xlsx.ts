import type { Readable } from 'node:stream'
import { escapeGuards } from '../../contract/core/csv'
import { zipStream } from '../adapters/zip'

/** Day or local time in the serial numbers of spreadsheets: days since 31 December 1899, with a 29 February 1900. */
export class SheetDate {
  /** @param text `2026-03-29` or `2026-03-29 08:30` */
  constructor(readonly text: string) {}

  get hasTime(): boolean {
    return this.text.length > 10
  }

  get serial(): number {
    const days = Date.parse(`${this.text.replace(' ', 'T')}${this.hasTime ? ':00' : ''}Z`) / DAY_MS + UNIX_EPOCH_SERIAL
    return days < LEAP_DAY_1900_SERIAL + 1 ? days - 1 : days
  }
}

export type SheetCell = string | number | null | SheetDate

const DAY_MS = 86_400_000
const UNIX_EPOCH_SERIAL = 25_569
/** Spreadsheets count 29 February 1900, which did not exist. */
const LEAP_DAY_1900_SERIAL = 60
/** Limit of spreadsheet programs for one cell. */
const CELL_MAX_CHARS = 32_767

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Parts of the package other than the sheet: content types, one workbook, and styles for headings, days and times. */
const PARTS: readonly [name: string, xml: string][] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
]
const HEADING_STYLE = 1
const DAY_STYLE = 2
const MOMENT_STYLE = 3

/**
 * Streams rows into a spreadsheet as they are read. Text is never interpreted as a formula. Text that starts like a guard
 * gets another guard, since an import removes one from every text.
 */
export const xlsxOf = (
  names: readonly string[],
  pages: AsyncIterable<readonly SheetCell[][]>,
  modified: Date,
): Readable =>
  zipStream(
    [
      ...PARTS.map(([name, xml]) => ({ name, content: HEAD + xml })),
      { name: 'xl/worksheets/sheet1.xml', content: sheetXml(names, pages) },
    ],
    modified,
  )

async function* sheetXml(
  names: readonly string[],
  pages: AsyncIterable<readonly SheetCell[][]>,
): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>`
  const headings = names.map((name, index) => textXml(`${columnName(index)}1`, name, HEADING_STYLE))
  yield `<row r="1">${headings.join('')}</row>`
  let row = 1
  for await (const rows of pages) {
    let xml = ''
    for (const cells of rows) {
      row += 1
      xml += `<row r="${row}">${cells.map((cell, index) => cellXml(`${columnName(index)}${row}`, cell)).join('')}</row>`
    }
    yield xml
  }
  yield '</sheetData></worksheet>'
}

const COLUMN_NAMES: string[] = []

/** Returns the name of a column, counted from 0: A, …, Z, AA, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return (COLUMN_NAMES[index] ??= index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter)
}

function cellXml(place: string, value: SheetCell): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  if (value instanceof SheetDate)
    return `<c r="${place}" s="${value.hasTime ? MOMENT_STYLE : DAY_STYLE}"><v>${value.serial}</v></c>`
  return textXml(place, value, 0)
}

const textXml = (place: string, text: string, style: number) =>
  `<c r="${place}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escaped(escapeGuards(text))}</t></is></c>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes characters that XML does not allow as spreadsheets do (`_x0001_`), and text that looks like an escape. */
const escaped = (text: string): string =>
  text
    .slice(0, CELL_MAX_CHARS)
    .replace(/_(?=x[\dA-F]{4}[_\p{Cc}\uFFFE\uFFFF])|[\p{Cc}\uFFFE\uFFFF]/giu, (sign) =>
      /[\t\n\r]/.test(sign) ? sign : `_x${hexOf(sign)}_`,
    )
    .replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? '')

const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
