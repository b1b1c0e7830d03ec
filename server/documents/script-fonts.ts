import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openSync } from 'fontkit'
import subsetFont from 'subset-font'
import { WEIGHTS, fontWith, type Weight } from './fonts'

/**
 * A font for other scripts than the ordinary fonts draw, cut down to its script, or to the characters of one document: the
 * fonts of East Asia have a hundred parts and more, of which a document needs a few letters.
 */
export interface ScriptFont {
  name: string
  weight: Weight
  data: Buffer
  /** Those of the document. */
  characters: ReadonlySet<number>
}

const require = createRequire(import.meta.url)
/** Where each family lies, in the order in which they are asked. */
const FOLDERS = {
  hebrew: dirname(require.resolve('@fontsource-variable/noto-sans-hebrew/package.json')),
  armenian: dirname(require.resolve('@fontsource-variable/noto-sans-armenian/package.json')),
  georgian: dirname(require.resolve('@fontsource-variable/noto-sans-georgian/package.json')),
  devanagari: dirname(require.resolve('@fontsource-variable/noto-sans-devanagari/package.json')),
  thai: dirname(require.resolve('@fontsource-variable/noto-sans-thai/package.json')),
  sc: dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json')),
  jp: dirname(require.resolve('@fontsource-variable/noto-sans-jp/package.json')),
  kr: dirname(require.resolve('@fontsource-variable/noto-sans-kr/package.json')),
} as const
type Family = keyof typeof FOLDERS
const FAMILIES = Object.keys(FOLDERS) as Family[]

/** A part of a family: the characters from `first` to `last` are in its file. */
interface Range {
  first: number
  last: number
  part: string
}

const rangesOf = new Map<Family, readonly Range[]>()

/** Which part of a family has which characters, read from the family's own list when it is first asked for. */
function readRanges(family: Family): readonly Range[] {
  const before = rangesOf.get(family)
  if (before) return before
  const list = JSON.parse(readFileSync(join(FOLDERS[family], 'unicode.json'), 'utf8')) as Record<string, string>
  const ranges = Object.entries(list).flatMap(([part, characters]) =>
    characters.split(',').map((range): Range => {
      const [first = 0, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((point) => Number.parseInt(point, 16))
      return { first, last, part: part.replace(/[[\]]/g, '') }
    }),
  )
  rangesOf.set(family, ranges)
  return ranges
}

/** Letters that Chinese and Japanese share are drawn as the Japanese write them in a text with letters of their own. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const familiesFor = (text: string): readonly Family[] =>
  JAPANESE.test(text) ? ['jp', ...FAMILIES.filter((family) => family !== 'jp')] : FAMILIES

/** The fonts of a document beside the ordinary ones; none where those draw all of its characters. */
export async function cutFonts(text: string): Promise<ScriptFont[]> {
  const fonts: ScriptFont[] = []
  const left = charactersBeyond(text)
  for (const family of familiesFor(text)) {
    if (left.size === 0) break
    for (const [part, wanted] of groupByPart(family, left)) {
      const file = join(FOLDERS[family], `files/noto-sans-${family}-${part}-wght-normal.woff2`)
      const characters = charactersIn(file, wanted)
      if (characters.size === 0) continue
      for (const weight of WEIGHTS_OF_TEXT)
        fonts.push({
          name: `${family}-${part}-${weight}`,
          weight,
          characters,
          data: await (part === family ? cutWhole(file, weight) : cut(file, characters, weight)),
        })
      for (const point of characters) left.delete(point)
    }
  }
  return fonts
}

const WEIGHTS_OF_TEXT = ['normal', 'strong'] as const

/** The characters, as they stand or in place of a form for compatibility, that no ordinary font draws. */
function charactersBeyond(text: string): Set<number> {
  const forms = (['NFC', 'NFKC'] as const).map((form) => text.normalize(form)).join('')
  const beyond = [...new Set(forms)].filter((character) => fontWith(character, 'normal') === undefined)
  return new Set(beyond.map((character) => character.codePointAt(0) ?? 0))
}

function groupByPart(family: Family, points: ReadonlySet<number>): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const point of points) {
    const part = readRanges(family).find(({ first, last }) => first <= point && point <= last)?.part
    if (part !== undefined) groups.set(part, [...(groups.get(part) ?? []), point])
  }
  return groups
}

/** Which of some characters are in a font: the lists of the families promise a few more. */
function charactersIn(file: string, points: readonly number[]): ReadonlySet<number> {
  const font = openSync(file)
  return new Set('hasGlyphForCodePoint' in font ? points.filter((point) => font.hasGlyphForCodePoint(point)) : [])
}

const whole = new Map<string, Buffer>()

/**
 * The part that a family is named by, with all of its characters: cut down further, its rules for joined letters have gaps
 * that shaping breaks at. Cut once, because its size does not depend on the document.
 */
async function cutWhole(file: string, weight: Weight): Promise<Buffer> {
  const name = `${file} ${weight}`
  const before = whole.get(name)
  if (before) return before
  const font = openSync(file)
  const data = await cut(file, new Set('characterSet' in font ? font.characterSet : []), weight)
  whole.set(name, data)
  return data
}

const cut = (file: string, characters: ReadonlySet<number>, weight: Weight): Promise<Buffer> =>
  subsetFont(readFileSync(file), String.fromCodePoint(...characters), {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHTS[weight] },
  })
