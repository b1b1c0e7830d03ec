import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'

/** The parts of a workbook that the reader of its rows does not describe. */
export interface WorkbookParts {
  /** Place of the first visible sheet among the sheets of the workbook. */
  sheet: number
  /**
   * For each row of that sheet, in the order of the file, the columns whose numbers are shown as percentages; null where
   * no cell can have such a format.
   */
  percentColumns: AsyncGenerator<ReadonlySet<number>, undefined> | null
}

/** Number formats of spreadsheets that need no code: `0%` and `0.00%`. */
const BUILT_IN_PERCENT_FORMATS: ReadonlySet<string> = new Set(['9', '10'])

/** Stands for a damaged workbook, whose fault the reader of the rows reports. */
const NO_PARTS: WorkbookParts = { sheet: 0, percentColumns: null }

/** Finds the sheet that an import reads, by the relationships of the package. */
export async function readParts(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<WorkbookParts> {
  const open = async (path: string | undefined): Promise<Readable | null> => {
    const entry = path === undefined ? undefined : entries.get(path)
    return entry ? zip.openReadStreamPromise(entry) : null
  }
  const read = async (path: string | undefined): Promise<string> => {
    const stream = await open(path)
    return stream ? text(stream) : ''
  }
  const path = [...relationshipsIn(await read('_rels/.rels'), '').values()].find(
    ({ type }) => type === 'officeDocument',
  )
  if (!path) return NO_PARTS
  const folder = path.target.slice(0, path.target.lastIndexOf('/') + 1)
  const name = path.target.slice(folder.length)
  const relationships = relationshipsIn(await read(`${folder}_rels/${name}.rels`), folder)
  const sheets = sheetsIn(await read(path.target))
  const sheet = Math.max(
    0,
    sheets.findIndex(({ isVisible }) => isVisible),
  )
  const styles = [...relationships.values()].find(({ type }) => type === 'styles')
  const percentStyles = percentStylesIn(await read(styles?.target))
  if (percentStyles.size === 0) return { sheet, percentColumns: null }
  const rows = await open(relationships.get(sheets[sheet]?.relationship ?? '')?.target)
  return { sheet, percentColumns: rows && percentColumnsOf(rows, percentStyles) }
}

interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
}

const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const TAG = /<(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const tagOf = ([, name = '', attributes = '']: RegExpExecArray): Tag => ({
  name,
  attributes: new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', double, single = '']) => [key, decoded(double ?? single)]),
  ),
})

const tagsIn = (xml: string, name: string): Tag[] =>
  [...xml.matchAll(TAG)].map(tagOf).filter((tag) => tag.name === name)

const decoded = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')

/** Returns the content of an element, or an empty text where it does not exist. */
function contentOf(xml: string, name: string): string {
  const from = xml.search(new RegExp(`<(?:[\\w.-]+:)?${name}[\\s>]`))
  const rest = from === -1 ? '' : xml.slice(from)
  return rest.slice(0, Math.max(0, rest.search(new RegExp(`</(?:[\\w.-]+:)?${name}[\\s>]`))))
}

/** Returns the relationships of a part by id, with the last segment of their type and the path of their target. */
const relationshipsIn = (xml: string, folder: string): ReadonlyMap<string, { type: string; target: string }> =>
  new Map(
    tagsIn(xml, 'Relationship').map(({ attributes }) => [
      attributes.get('Id') ?? '',
      {
        type: attributes.get('Type')?.split('/').at(-1) ?? '',
        target: pathOf(attributes.get('Target') ?? '', folder),
      },
    ]),
  )

const pathOf = (target: string, folder: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.normalize(folder + target)

/** Returns the sheets of a workbook in order. */
const sheetsIn = (xml: string): { relationship: string; isVisible: boolean }[] =>
  tagsIn(contentOf(xml, 'sheets'), 'sheet').flatMap(({ attributes }) => {
    const [, relationship = ''] = [...attributes].find(([key]) => key.toLowerCase().endsWith(':id')) ?? []
    if (!attributes.get('name') || relationship === '') return []
    return [{ relationship, isVisible: !/hidden$/i.test(attributes.get('state') ?? '') }]
  })

/** Returns the indexes of cell formats that show a number as a percentage. */
function percentStylesIn(xml: string): ReadonlySet<number> {
  const codes = new Map(
    tagsIn(contentOf(xml, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.get('numFmtId') ?? '',
      attributes.get('formatCode') ?? '',
    ]),
  )
  const isPercent = (id: string) => {
    const code = codes.get(id)
    return code === undefined ? BUILT_IN_PERCENT_FORMATS.has(id) : unquoted(code).includes('%')
  }
  const formats = tagsIn(contentOf(xml, 'cellXfs'), 'xf')
  return new Set(
    formats.flatMap(({ attributes }, place) => (isPercent(attributes.get('numFmtId') ?? '0') ? [place] : [])),
  )
}

/** Removes literal characters from a format code. */
const unquoted = (code: string): string => code.replace(/"[^"]*"|[\\_*]./g, '')

/** Limit of a tag. Spreadsheet programs write shorter ones. */
const TAG_MAX_CHARS = 64 * 1024

async function* percentColumnsOf(
  rows: AsyncIterable<Uint8Array>,
  styles: ReadonlySet<number>,
): AsyncGenerator<ReadonlySet<number>, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let columns: Set<number> | undefined
  let next = 0
  for await (const chunk of rows) {
    rest += decoder.decode(chunk, { stream: true })
    const end = rest.lastIndexOf('>') + 1
    for (const match of rest.slice(0, end).matchAll(TAG)) {
      if (match[1] === 'row') {
        if (columns) yield columns
        columns = new Set()
        next = 0
      } else if (match[1] === 'c') {
        const { attributes } = tagOf(match)
        const column = columnOf(attributes.get('r')) ?? next
        next = column + 1
        const isNumber = (attributes.get('t') ?? 'n') === 'n'
        if (isNumber && styles.has(Number(attributes.get('s') ?? -1))) columns?.add(column)
      }
    }
    rest = rest.slice(end).slice(-TAG_MAX_CHARS)
  }
  if (columns) yield columns
  return undefined
}

/** Returns the column index of a cell reference, from 0, or null without one. */
function columnOf(cell: string | undefined): number | null {
  const letters = /^\$?([A-Z]{1,3})/i.exec(cell ?? '')?.[1]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
