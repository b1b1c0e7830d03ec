import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const packageFolder = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const plex = (script: string, weight: 400 | 600) =>
  join(packageFolder('@fontsource/ibm-plex-sans-arabic'), `files/ibm-plex-sans-arabic-${script}-${weight}-normal.woff`)

/** Parts of the fonts by the characters that they draw, the first that fits. */
const SCRIPTS: readonly [name: string, characters: RegExp][] = [
  ['arabic', /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]/],
  ['cyrillic-ext', /[\u0400-\u052f]/],
  ['latin-ext', /[ĐĲĳĵŀŁłŠšŸŽžƒȷẞ₡₤₦₨-₫₭₮₱₲₴₵₸-₺₽₿]/],
]
/** Latin letters that none of the parts draws, such as Ż: their base letter is read where a box would not be. */
const UNDRAWN = /(?![ĐĲĳıĵŀŁłŒœŠšŸŽžƒȷẞ])[\u0100-\u024f\u1e00-\u1eff]/g
const MARKS = /\p{M}/gu
/** Those that are no letter with a mark. */
const BASES: Readonly<Record<string, string>> = { đ: 'd', Ħ: 'H', ħ: 'h', Ŋ: 'N', ŋ: 'n', Ŧ: 'T', ŧ: 't', Ə: 'E' }

/** The fonts draw one kind of space, and the order of letters is worked out here. */
const NARROW_SPACES = /[\u00a0\u2007\u2009\u202f]/g
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export type Weight = 'normal' | 'strong'
/** `auto` = as the first letter of the text has it. */
export type Direction = 'ltr' | 'rtl' | 'auto'

const WEIGHTS = { normal: 400, strong: 600 } as const

/** Every font of a document with its name: `latin-normal`, `arabic-strong`, … */
export const FONT_FILES: readonly [name: string, file: string][] = ['latin', ...SCRIPTS.map(([name]) => name)].flatMap(
  (script) =>
    (['normal', 'strong'] as const).map((weight): [string, string] => [
      `${script}-${weight}`,
      plex(script, WEIGHTS[weight]),
    ]),
)

/** A stretch of text in one font and one direction. */
export interface Piece {
  text: string
  font: string
}

/**
 * A line of text from left to right as it is drawn: stretches in Arabic stand where they are read, and each stretch
 * keeps the order in which its letters are written, as the font's own shaping wants it.
 */
export function inDrawingOrder(text: string, direction: Direction, weight: Weight): Piece[] {
  const line = text
    .normalize('NFC')
    .replace(NARROW_SPACES, ' ')
    .replace(DIRECTION_MARKS, '')
    .replace(UNDRAWN, (letter) => BASES[letter] ?? letter.normalize('NFD').replace(MARKS, ''))
  const levels = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels)
  const order = Array.from({ length: line.length }, (_, index) => index)
  for (const [start = 0, end = 0] of bidi.getReorderSegments(line, levels))
    order.splice(start, end - start + 1, ...order.slice(start, end + 1).reverse())
  const pieces: { from: number[]; font: string; isRtl: boolean }[] = []
  for (const index of order) {
    const piece = pieces.at(-1)
    const runsRtl = (levels.levels[index] ?? 0) % 2 === 1
    const font = `${scriptOf(line.charAt(index), piece?.font)}-${weight}`
    if (piece && piece.font === font && piece.isRtl === runsRtl) piece.from.push(index)
    else pieces.push({ from: [index], font, isRtl: runsRtl })
  }
  return pieces.map(({ from, font, isRtl: runsRtl }) => ({
    font,
    text: (runsRtl ? from.toReversed() : from).map((index) => mirrored.get(index) ?? line.charAt(index)).join(''),
  }))
}

/** A space or a sign goes with what stands before it. */
function scriptOf(character: string, before: string | undefined): string {
  const own = SCRIPTS.find(([, characters]) => characters.test(character))
  if (own) return own[0]
  return character === ' ' && before ? before.replace(/-(normal|strong)$/, '') : 'latin'
}
