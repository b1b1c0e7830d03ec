import { fold } from './fold'

/** The folded words of a text, without what stands between them. */
export const wordsOfName = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Arabic's "the" is written as the beginning of a word, and left out as easily. */
export const withoutArticle = (word: string): string =>
  word.startsWith('ال') && word.length >= 5 ? word.slice(2) : word

/** Words that a name may have or lack. */
export const FILLERS = new Set(
  'and und et y e of the de del della la le les el los las du des der die das al'.split(' '),
)

/** What names shorten and people say in full. */
const SHORTENED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    st: ['street', 'saint'],
    sta: ['santa'],
    dr: ['drive'],
    rd: ['road'],
    ave: ['avenue'],
    av: ['avenida', 'avenue'],
    hwy: ['highway'],
    capt: ['captain'],
    ctr: ['center', 'centre'],
    intl: ['international'],
    mt: ['mount'],
    str: ['strasse'],
  }),
)

/** A text made ready to be compared. */
export interface Prepared {
  text: string
  language: string | null
  words: readonly string[]
  /** The same with the articles of Arabic, for whom these are all that was typed yet. */
  full: readonly string[]
  /** The words as one. */
  compact: string
}

export const prepare = (text: string, language: string | null = null): Prepared => {
  const full = wordsOfName(text)
  const words = full.map(withoutArticle)
  return { text, language, words, full, compact: words.join('') }
}

export const wholeWords = (asked: Prepared, words: readonly string[]): number =>
  asked.words.filter((word) => words.includes(word)).length

/** The words of a name in their order from the first on, the last one perhaps half typed; or all typed as one. */
export const beginsName = (asked: Prepared, name: Prepared): boolean =>
  begins(asked.words, name.words) || begins(asked.full, name.full)

const begins = (asked: readonly string[], words: readonly string[]): boolean =>
  asked.length === 1
    ? words.join('').startsWith(asked.join(''))
    : asked.every((word, at) => (at < asked.length - 1 ? words[at] === word : words[at]?.startsWith(word)))

/** Each word begins another word, in any order; small words may be missing there. */
export function beginWords(asked: readonly string[], words: readonly string[]): boolean {
  const left = [...words]
  const missing = asked
    .toSorted((a, b) => b.length - a.length)
    .filter((word) => {
      const at = bestOf(left, word)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  return missing.length < asked.length && missing.every((word) => FILLERS.has(word))
}

export const beginsWords = (asked: Prepared, name: Prepared): boolean =>
  beginWords(asked.words, name.words) || beginWords(asked.full, name.full)

/** The word that is meant: the same one before one that begins so. */
function bestOf(words: readonly string[], typed: string): number {
  const same = words.indexOf(typed)
  return same >= 0
    ? same
    : words.findIndex(
        (word) =>
          word.startsWith(typed) || SHORTENED.get(word)?.some((full) => full === typed || full.startsWith(typed)),
      )
}

export const isInside = (asked: Prepared, { words, compact }: Prepared): boolean =>
  (asked.compact.length > 1 && compact.includes(asked.compact)) ||
  asked.words.every((word) => word.length > 1 && words.some((one) => one.includes(word)))
