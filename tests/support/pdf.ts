import { inflateSync } from 'node:zlib'

/** The text of a document from server/documents. */
interface PdfText {
  /** From left to right, everything at one height of a page as one line, Arabic words by their drawn glyphs. */
  lines: string[]
  /** Number of replacement glyphs, drawn for letters that the font lacks. */
  missing: number
}

/** Names with the alphabets of passengers of a European coach. */
export const NAMES = [
  'Żaneta Łukasiewicz',
  'Čapková Říha',
  'Nguyễn Thị Ánh',
  'Şebnem Ağaoğlu',
  'Αλέξανδρος',
  'Дмитрий Шевченко',
] as const

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g
const SHOWN = /\/(F\d+) [\d.]+ Tf|1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm|<([0-9a-f]+)>/g

/** Reads the text of a PDF from its glyphs, by the mapping that each font contains. */
export function textOf(pdf: Buffer): PdfText {
  const objects = new Map([...pdf.toString('latin1').matchAll(OBJECT)].map(([, id = '', body = '']) => [id, body]))
  const letters = new Map(
    [...objects.values()]
      .flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)])
      .map(([, font = '', id = '']) => [font, lettersOf(objects, id)] as const),
  )
  const text: PdfText = { lines: [], missing: 0 }
  for (const body of objects.values()) {
    const content = streamOf(body)
    if (content.includes('BT\n')) readPage(content, letters, text)
  }
  return text
}

function readPage(content: string, letters: ReadonlyMap<string, readonly string[]>, text: PdfText): void {
  const rows = new Map<number, { x: number; text: string }[]>()
  let font: readonly string[] = []
  let shown = { x: 0, text: '' }
  for (const [, name, x, y, glyphs] of content.matchAll(SHOWN)) {
    if (name !== undefined) font = letters.get(name) ?? []
    if (y !== undefined) {
      shown = { x: Number(x), text: '' }
      const row = Math.round(Number(y))
      rows.set(row, [...(rows.get(row) ?? []), shown])
    }
    for (const [glyph] of (glyphs ?? '').matchAll(/.{4}/g)) {
      const index = Number.parseInt(glyph, 16)
      if (index === 0) text.missing += 1
      shown.text += font[index] ?? ''
    }
  }
  for (const row of rows.values())
    text.lines.push(
      row
        .sort((one, other) => one.x - other.x)
        .map((piece) => piece.text)
        .join(''),
    )
}

/** Returns the text of each glyph of a font, by glyph number. */
function lettersOf(objects: ReadonlyMap<string, string>, font: string): string[] {
  const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1] ?? ''
  const [, meanings = ''] = /\[([\s\S]*)\]/.exec(streamOf(objects.get(map) ?? '')) ?? []
  return [...meanings.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = '']) =>
    String.fromCharCode(...(units.match(/[0-9a-f]+/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
  )
}

function streamOf(body: string): string {
  const [, packed] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? []
  return packed !== undefined && body.includes('/FlateDecode')
    ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    : ''
}
