import bidiFactory from 'bidi-js'
import { fontWith, type Weight } from './fonts'
import type { ScriptFont } from './script-fonts'

const bidi = bidiFactory()

/** Longest letter with its marks in any language, in characters. */
const LETTER_MAX = 16
/** A letter with the marks on it, and with the joiners between them. */
const LETTERS = /\P{M}[\p{M}\u200d]*|\p{M}+/gu
/** Separates two letters that would join, as in Persian words. */
const NON_JOINER = '\u200c'
/** Marks around a text with a direction of its own, whatever its context. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069']
const ISOLATES = /[\u2066-\u2069]/g
/** Joins two letters of an Indian script that would stand apart, beside the sign that takes the vowel of the first one. */
const JOINER = '\u200d'
/** Signs of the Indian scripts that take the vowel of a letter. */
const VIRAMAS = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca'
/** Joiners that change no letter, as those between emoji. */
const IDLE_JOINERS = new RegExp(`(?<![${VIRAMAS}])${JOINER}(?![${VIRAMAS}])`, 'gu')
/** Characters that are not drawn, with the marks of direction: the order of letters is computed here. */
const UNSEEN = /(?![\u200c\u200d\u2068\u2069])\p{DI}/gu
/** Emoji with the spaces before them; signs such as © are letters of the ordinary fonts. */
const EMOJI = /\s*(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)(?:\u200d|\ufe0f|\p{Emoji_Presentation})*/gu
/** Pieces with one of these scripts, which include Arabic and Persian digits, are reversed by the font's shaping. */
const SHAPED_RTL = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Replacements for a letter or sign that no font has and that does not decompose into a letter with a mark. */
const STAND_INS: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '→': '–',
  '←': '–',
  '↔': '–',
  ʾ: '’',
  ʿ: '‘',
  Ɓ: 'B',
  ɓ: 'b',
  Ɗ: 'D',
  ɗ: 'd',
  Ɛ: 'E',
  ɛ: 'e',
  Ƙ: 'K',
  ƙ: 'k',
  Ɔ: 'O',
  ɔ: 'o',
  Ƴ: 'Y',
  ƴ: 'y',
}
const REPLACEMENT = '\ufffd'
const replacement = (weight: Weight): Piece => ({ text: REPLACEMENT, font: `latin-${weight}` })

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the letters of a text as readers count them, each with its marks; excessive marks are dropped. */
export const lettersIn = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) =>
    segment.length > LETTER_MAX ? Array.from(segment).slice(0, LETTER_MAX).join('') : segment,
  )

/** Isolates the direction of a text, so that what follows it continues in the direction of the line. */
export const isolated = (text: string): string => `${ISOLATE}${withoutIsolates(text)}${END_OF_ISOLATE}`
export const withoutIsolates = (text: string): string => text.replace(ISOLATES, '')

/** `auto` = direction of the first letter of the text. */
export type Direction = 'ltr' | 'rtl' | 'auto'

/** Piece of text in one font and one direction. */
export interface Piece {
  text: string
  font: string
}

interface Letter extends Piece {
  /** Number of the segment between non-joiners: letters of one segment may join. */
  segment: number
}

/**
 * Returns a line of text in drawing order, from left to right. Arabic pieces are at their visual position, but their letters
 * stay in logical order, as the font's shaping requires. Each letter is in the first font that has it, script fonts last. A
 * letter that no font has loses its marks or is replaced by a similar one, D for Ɗ. Each remaining character becomes the
 * replacement mark �, so that nothing vanishes.
 */
export function inDrawingOrder(
  text: string,
  direction: Direction,
  weight: Weight,
  scriptFonts: readonly ScriptFont[] = [],
): Piece[] {
  const plain = direction === 'rtl' ? undefined : plainPiece(text, weight)
  if (plain) return [plain]
  const letters = lettersOf(text, weight, scriptFonts)
  const line = letters.map((letter) => letter.text).join('')
  const letterAt = letters.flatMap((letter) => Array.from({ length: letter.text.length }, () => letter))
  const levels = bidi.getEmbeddingLevels(line, direction)
  const mirrored = bidi.getMirroredCharactersMap(line, levels.levels)
  const order = Array.from({ length: line.length }, (_, index) => index)
  for (const [start = 0, end = 0] of bidi.getReorderSegments(line, levels))
    order.splice(start, end - start + 1, ...order.slice(start, end + 1).reverse())
  const pieces: { from: number[]; letter: Letter | undefined; isRtl: boolean }[] = []
  for (const index of order) {
    if (line.charAt(index) === ISOLATE || line.charAt(index) === END_OF_ISOLATE) continue
    const piece = pieces.at(-1)
    const runsRtl = (levels.levels[index] ?? 0) % 2 === 1
    const letter = letterAt[index]
    if (piece && piece.isRtl === runsRtl && areOnePiece(piece.letter, letter, runsRtl)) piece.from.push(index)
    else pieces.push({ from: [index], letter, isRtl: runsRtl })
  }
  return pieces.map(({ from, letter, isRtl: runsRtl }) => {
    const signs = from.map((index) => mirrored.get(index) ?? line.charAt(index))
    const isShaped = runsRtl && signs.some((sign) => SHAPED_RTL.test(sign))
    return { font: letter?.font ?? '', text: (isShaped ? signs.toReversed() : signs).join('') }
  })
}

/** Characters that are in the first font, run from left to right and have no other form: most references and amounts. */
const PLAIN = /^[ -~\u00a0\u202f€]+$/

/** Returns a plain text as one piece, in a tenth of the time that the order of letters takes; undefined for others. */
function plainPiece(text: string, weight: Weight): Piece | undefined {
  if (!PLAIN.test(text)) return undefined
  const drawable = text.replace(/\s/g, ' ')
  const font = fontWith(drawable, weight)
  return font === undefined ? undefined : { text: drawable, font }
}

const ARABIC = /\p{Script=Arabic}/u

/**
 * Returns the words of an Arabic piece in drawing order, each with the space that follows it. PDFKit shapes a text word by
 * word and caches each word, but draws the words from left to right.
 */
export function wordsOf(piece: Piece): readonly Piece[] {
  if (!ARABIC.test(piece.text) || !piece.text.includes(' ')) return [piece]
  const words = piece.text.match(/[^ ]* |[^ ]+/g) ?? []
  return words.toReversed().map((text) => ({ ...piece, text }))
}

/** Whether a letter is drawn in one piece with the previous one. A digit that shaping would reverse stands alone. */
function areOnePiece(before: Letter | undefined, letter: Letter | undefined, runsRtl: boolean): boolean {
  if (before === letter) return true
  if (before?.font !== letter?.font || before?.segment !== letter?.segment) return false
  return runsRtl || !(SHAPED_RTL.test(before?.text ?? '') || SHAPED_RTL.test(letter?.text ?? ''))
}

/** Returns a piece that its font cannot shape as replacement marks, one for each of its letters. */
export const unshaped = ({ text }: Piece, weight: Weight): Piece => ({
  ...replacement(weight),
  text: lettersIn(text)
    .map((letter) => (letter === ' ' ? letter : REPLACEMENT))
    .join(''),
})

/**
 * Returns the letters in logical order, as they can be drawn. A space after Arabic letters is in their font, so that words
 * stay one piece. Any other space is the Latin one: spaces of other fonts cannot be measured.
 */
function lettersOf(text: string, weight: Weight, scriptFonts: readonly ScriptFont[]): Letter[] {
  const letters: Letter[] = []
  const drawable = withoutEmoji(text).normalize('NFC').replace(UNSEEN, '').replace(IDLE_JOINERS, '').replace(/\s/g, ' ')
  const segments = drawable.split(NON_JOINER)
  for (const [segment, part] of segments.entries())
    for (const [letter] of part.matchAll(LETTERS)) {
      const before = letters.at(-1)
      const isTheirs = letter === ' ' && before?.font.startsWith('arabic-') === true
      const pieces = isTheirs ? [{ text: ' ', font: before.font }] : drawn(letter, weight, scriptFonts)
      letters.push(...pieces.map((piece) => ({ ...piece, segment })))
    }
  return letters
}

/** Returns a text without its emoji, which no font has; a text of nothing else stays as it is. */
function withoutEmoji(text: string): string {
  const rest = text.replace(EMOJI, '')
  return rest === text || rest.trim() === '' ? text : rest.trim()
}

/** Returns a letter in the first font that has it; one that stands for several (Ǆ) as those, each in its own font. */
function drawn(letter: string, weight: Weight, scriptFonts: readonly ScriptFont[]): readonly Piece[] {
  if (letter === ISOLATE || letter === END_OF_ISOLATE) return [{ text: letter, font: '' }]
  const piece = pieceOf(letter, weight, scriptFonts)
  if (piece) return [piece]
  const parts = Array.from(letter.normalize('NFKC').matchAll(LETTERS), ([part]) => part)
  const pieces = parts.length > 1 ? parts.map((part) => pieceOf(part, weight, scriptFonts)) : []
  return pieces.length > 0 && pieces.every((piece) => piece !== undefined) ? pieces : [replacement(weight)]
}

function pieceOf(letter: string, weight: Weight, scriptFonts: readonly ScriptFont[]): Piece | undefined {
  for (const text of simpler(letter)) {
    const font = fontWith(text, weight) ?? scriptFontWith(text, weight, scriptFonts)
    if (font !== undefined) return { text, font }
  }
  return undefined
}

function scriptFontWith(text: string, weight: Weight, fonts: readonly ScriptFont[]): string | undefined {
  const points = Array.from(text.replaceAll(JOINER, ''), (character) => character.codePointAt(0) ?? 0)
  return fonts.find((font) => font.weight === weight && points.every((point) => font.characters.has(point)))?.name
}

/** Yields a letter, its decomposition, the same with fewer and fewer marks, and its replacement. */
function* simpler(letter: string): Generator<string> {
  yield letter
  const parts = Array.from(letter.normalize('NFD'))
  for (let count = parts.length; count > 0; count -= 1) {
    const part = parts.slice(0, count).join('')
    yield part
    yield part.normalize('NFC')
  }
  const base = parts[0] ?? ''
  yield STAND_INS[base] ?? base.normalize('NFKC')
}
