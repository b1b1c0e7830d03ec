import { streamXlsxRows } from 'hucre/xlsx'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import {
  IMPORT_MAX_CELLS,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
  IMPORT_TEXT_MAX_CHARS,
  IMPORT_UNPACKED_MAX_BYTES,
} from '../../../../contract/core/limits/files'
import type { SheetRow } from './read-csv'
import { readParts } from './workbook-parts'
import type { SheetFault } from './xlsx-protocol'

const MAX_PARTS = 10_000
const DEFLATED = 8
const MINUTE_MS = 60_000
/** Precision of numbers in spreadsheets. */
const SIGNIFICANT_DIGITS = 15
/** Content of a cell whose formula failed. */
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/

/** Error of a file that cannot be read as a workbook. */
export class Unreadable extends Error {
  constructor(readonly fault: SheetFault) {
    super(fault)
  }
}

/** Checks the unpacked sizes that all entries declare, because the reader trusts each of them. */
async function checkedParts(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw new Unreadable('too_large')
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry)
    unpacked += entry.uncompressedSize
    if (unpacked > IMPORT_UNPACKED_MAX_BYTES) throw new Unreadable('too_large')
    if (hidesItsSize(entry)) throw new Unreadable('damaged')
  }
  if (entries.has('mimetype') && entries.has('content.xml')) throw new Unreadable('opendocument')
  if (entries.has('xl/workbook.bin')) throw new Unreadable('binary')
  return entries
}

const hidesItsSize = ({ compressionMethod, uncompressedSize, fileName }: Entry): boolean =>
  compressionMethod === DEFLATED && uncompressedSize === 0 && !fileName.endsWith('/')

/**
 * Yields the non-blank rows of a workbook's first visible sheet. Call it only in a thread that may crash.
 * @throws Unreadable, and any error of the parser for a damaged file
 */
export async function* workbookRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const { sheet, percentColumns } = await readParts(zip, await checkedParts(zip))
  let rows = 0
  let cellsLeft = IMPORT_MAX_CELLS
  let charsLeft = IMPORT_TEXT_MAX_CHARS
  let line = 0
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const percents = (await percentColumns?.next())?.value
    line = Number.isSafeInteger(index) && index >= line ? index + 1 : line + 1
    cellsLeft -= values.length
    const cells = narrowed(trimmed(values.map((value, column) => textOf(value, percents?.has(column) ?? false))))
    if (cellsLeft < 0) throw new Unreadable('too_large')
    if (cells.length === 0) continue
    rows += 1
    for (const cell of cells) charsLeft -= cell.length
    if (charsLeft < 0) throw new Unreadable('too_large')
    yield { line, cells }
    // The heading and one row above the limit let the caller detect the excess.
    if (rows > IMPORT_MAX_ROWS + 1) return
  }
}

/** Removes trailing blank cells, which spreadsheets store for their formatting. */
function trimmed(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

/** Removes blank cells beyond the columns of an import, since a sheet may have one value in its last column. */
function narrowed(cells: readonly string[]): string[] {
  const columns = IMPORT_MAX_COLUMNS + 1
  return [...cells.slice(0, columns), ...cells.slice(columns).filter((cell) => cell.trim() !== '')]
}

function textOf(value: unknown, isPercent: boolean): string {
  if (value instanceof Date) return momentOf(value)
  if (typeof value === 'number' && isPercent) return percentOf(value)
  if (typeof value === 'string') return CELL_ERROR.test(value) ? '' : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Formats 0.21 as `21%`, as the cell shows it. */
const percentOf = (share: number): string => `${Number((share * 100).toPrecision(SIGNIFICANT_DIGITS))}%`

/** Formats a date as `2026-03-29`, with its time where it has one. Returns an empty text for an invalid date. */
function momentOf(date: Date): string {
  const moment = new Date(Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS)
  if (Number.isNaN(moment.getTime())) return ''
  const iso = moment.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}
