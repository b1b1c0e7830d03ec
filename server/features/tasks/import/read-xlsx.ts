import { setImmediate } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type ZipFile } from 'yauzl'
import { IMPORT_UNPACKED_MAX_BYTES } from '../../../../contract/limits'
import { invalid } from '../../../http/refusal'
import type { SheetRow } from './read-csv'

/** A zip begins so, and every XLSX is one. */
export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

const DAY_MS = 86_400_000
const UNIX_EPOCH_SERIAL = 25_569
/** Number formats that every spreadsheet knows without describing them, and that tell days or times. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const ROWS_PER_BREATH = 500

/** The rows of a spreadsheet's first sheet, the header first; blank rows are left out. @throws Refusal where it is none */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<SheetRow> {
  const parts = await unzipped(bytes)
  const name = [...parts.keys()].filter((part) => /^xl\/worksheets\/[^/]+\.xml$/.test(part)).sort(byNumber)[0]
  if (name === undefined) throw notASheet()
  const texts = sharedTexts(parts.get('xl/sharedStrings.xml') ?? '')
  const dateStyles = dateStylesOf(parts.get('xl/styles.xml') ?? '')
  let line = 0
  let since = 0
  for (const [, attributes = '', inner = ''] of (parts.get(name) ?? '').matchAll(
    /<row\b([^>]*?)(?:\/>|>(.*?)<\/row>)/gs,
  )) {
    line = Number(attribute(attributes, 'r') ?? line + 1)
    const cells = cellsOf(inner, texts, dateStyles)
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
    since += 1
    if (since % ROWS_PER_BREATH === 0) await setImmediate()
  }
}

const notASheet = () =>
  invalid([
    { path: 'file', message: 'This is no spreadsheet that can be read. Save it as XLSX or CSV and send it again.' },
  ])

const byNumber = (a: string, b: string) => Number(/\d+/.exec(a)?.[0] ?? 0) - Number(/\d+/.exec(b)?.[0] ?? 0)

async function unzipped(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true })
  } catch {
    throw notASheet()
  }
  let left = IMPORT_UNPACKED_MAX_BYTES
  for await (const entry of zip.eachEntry()) {
    if (!/^xl\/(worksheets\/[^/]+|sharedStrings|styles)\.xml$/.test(entry.fileName)) continue
    left -= entry.uncompressedSize
    if (left < 0)
      throw invalid([{ path: 'file', message: 'The spreadsheet is too large. Save its sheet as CSV, or split it.' }])
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
  }
  return parts
}

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const sharedTexts = (xml: string): string[] =>
  [...xml.matchAll(/<si>(.*?)<\/si>/gs)].map(([, inner = '']) => textOf(inner))

/** The text of an element, whose parts may each have their own looks. */
const textOf = (xml: string): string =>
  [...xml.replace(/<rPh\b.*?<\/rPh>/gs, '').matchAll(/<t\b[^>]*?(?:\/>|>(.*?)<\/t>)/gs)]
    .map(([, text = '']) => unescaped(text))
    .join('')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })

/** The places of the cell styles that tell days or times. */
function dateStylesOf(xml: string): ReadonlySet<number> {
  const own = new Set(
    [...xml.matchAll(/<numFmt\b([^>]*)>/g)]
      .filter(([, attributes = '']) =>
        /[dmyh]/i.test((attribute(attributes, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')),
      )
      .map(([, attributes = '']) => Number(attribute(attributes, 'numFmtId'))),
  )
  const styles = /<cellXfs\b[^>]*>(.*?)<\/cellXfs>/s.exec(xml)?.[1] ?? ''
  const dates = [...styles.matchAll(/<xf\b([^>]*)>/g)].map(([, attributes = '']) =>
    Number(attribute(attributes, 'numFmtId') ?? 0),
  )
  return new Set(dates.flatMap((format, place) => (own.has(format) || BUILT_IN_DATES.has(format) ? [place] : [])))
}

function cellsOf(xml: string, texts: readonly string[], dateStyles: ReadonlySet<number>): string[] {
  const cells: string[] = []
  for (const [, attributes = '', inner = ''] of xml.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const place = columnOf(attribute(attributes, 'r')) ?? cells.length
    while (cells.length < place) cells.push('')
    cells[place] = valueOf(attributes, inner, texts, dateStyles)
  }
  return cells
}

/** `A1` → 0, `AB7` → 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0]
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf(attributes: string, inner: string, texts: readonly string[], dateStyles: ReadonlySet<number>): string {
  const type = attribute(attributes, 't')
  if (type === 'inlineStr') return textOf(inner)
  const raw = unescaped(/<v\b[^>]*>(.*?)<\/v>/s.exec(inner)?.[1] ?? '')
  if (type === 's') return texts[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  const isDate = raw !== '' && type !== 'str' && dateStyles.has(Number(attribute(attributes, 's') ?? -1))
  return isDate ? momentOf(Number(raw)) : raw
}

/** `2026-03-29`, with the time where there is one. */
function momentOf(serial: number): string {
  const iso = new Date(Math.round((serial - UNIX_EPOCH_SERIAL) * DAY_MS)).toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}
