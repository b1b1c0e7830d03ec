import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { openSync } from 'fontkit'
import subsetFont from 'subset-font'
import { WEIGHTS, fontWith, type Weight } from './fonts'

/**
 * Font for a script that the ordinary fonts do not have, cut to its script or to the characters of one document: East Asian
 * fonts have a hundred parts and more, and a document needs a few letters.
 */
export interface ScriptFont {
  name: string
  weight: Weight
  data: Buffer
  /** Characters of the document. */
  characters: ReadonlySet<number>
}

const require = createRequire(import.meta.url)
/** Folders of the families, in the order in which a letter is looked up. */
const FOLDERS = {
  hebrew: dirname(require.resolve('@fontsource-variable/noto-sans-hebrew/package.json')),
  armenian: dirname(require.resolve('@fontsource-variable/noto-sans-armenian/package.json')),
  georgian: dirname(require.resolve('@fontsource-variable/noto-sans-georgian/package.json')),
  devanagari: dirname(require.resolve('@fontsource-variable/noto-sans-devanagari/package.json')),
  bengali: dirname(require.resolve('@fontsource-variable/noto-sans-bengali/package.json')),
  gurmukhi: dirname(require.resolve('@fontsource-variable/noto-sans-gurmukhi/package.json')),
  tamil: dirname(require.resolve('@fontsource-variable/noto-sans-tamil/package.json')),
  malayalam: dirname(require.resolve('@fontsource-variable/noto-sans-malayalam/package.json')),
  thai: dirname(require.resolve('@fontsource-variable/noto-sans-thai/package.json')),
  ethiopic: dirname(require.resolve('@fontsource-variable/noto-sans-ethiopic/package.json')),
  sc: dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json')),
  jp: dirname(require.resolve('@fontsource-variable/noto-sans-jp/package.json')),
  kr: dirname(require.resolve('@fontsource-variable/noto-sans-kr/package.json')),
} as const
type Family = keyof typeof FOLDERS
const FAMILIES = Object.keys(FOLDERS) as Family[]

/** Part of a family: the characters from `first` to `last` are in its file. */
interface Range {
  first: number
  last: number
  part: string
}

const rangesOf = new Map<Family, readonly Range[]>()

/** Returns the parts of a family with their characters, which are read from the family's list at the first call. */
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

/** Letters that Chinese and Japanese share are drawn in their Japanese form in a text with Japanese letters. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const familiesFor = (text: string): readonly Family[] =>
  JAPANESE.test(text) ? ['jp', ...FAMILIES.filter((family) => family !== 'jp')] : FAMILIES

/** Returns the fonts of a document in addition to the ordinary ones; none where those have all of its characters. */
export async function cutFonts(text: string): Promise<ScriptFont[]> {
  const fonts: ScriptFont[] = []
  const left = charactersBeyond(text)
  for (const family of familiesFor(text)) {
    if (left.size === 0) break
    for (const [part, wanted] of groupByPart(family, left)) {
      const file = join(FOLDERS[family], `files/${basename(FOLDERS[family])}-${part}-wght-normal.woff2`)
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

/** Characters without a glyph, as the marks of coloured emoji. */
const UNSEEN = /\p{DI}/gu

/** Returns the characters, and their compatibility forms, that are drawn and that no ordinary font has. */
function charactersBeyond(text: string): Set<number> {
  const forms = (['NFC', 'NFKC'] as const).map((form) => text.replace(UNSEEN, '').normalize(form)).join('')
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

/** Returns the characters that a font has: the lists of the families name a few more. */
function charactersIn(file: string, points: readonly number[]): ReadonlySet<number> {
  const font = openSync(file)
  return new Set('hasGlyphForCodePoint' in font ? points.filter((point) => font.hasGlyphForCodePoint(point)) : [])
}

const whole = new Map<string, Buffer>()

/**
 * Cuts the part that a family is named after, with all of its characters. The result is cached, because it does not depend on
 * the document.
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
