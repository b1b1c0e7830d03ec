import { fold } from './fold'

/** Returns the folded words of a text, without spaces and punctuation. */
export const wordsOfName = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Removes the Arabic article, which is written as a prefix of the word and is often omitted. */
export const withoutArticle = (word: string): string =>
  word.startsWith('ال') && word.length >= 5 ? word.slice(2) : word

/** Words that are optional in a name. */
export const FILLERS = new Set(
  'and und et y e of the de del della la le les el los las du des der die das al'.split(' '),
)

/** Abbreviations in names, with the full words that users type. */
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

/** A text prepared for comparison. */
export interface Prepared {
  text: string
  language: string | null
  words: readonly string[]
  /** The words with Arabic articles, for input that consists of the article so far. */
  full: readonly string[]
  /** The words joined without spaces. */
  compact: string
}

export const prepare = (text: string, language: string | null = null): Prepared => {
  const full = wordsOfName(text)
  const words = full.map(withoutArticle)
  return { text, language, words, full, compact: words.join('') }
}

export const wholeWords = (asked: Prepared, words: readonly string[]): number =>
  asked.words.filter((word) => words.includes(word)).length

/** Whether a name begins with the words in order, the last one possibly incomplete, or with all of them typed as one. */
export const beginsName = (asked: Prepared, name: Prepared): boolean =>
  begins(asked.words, name.words) || begins(asked.full, name.full)

const begins = (asked: readonly string[], words: readonly string[]): boolean =>
  asked.length === 1
    ? words.join('').startsWith(asked.join(''))
    : asked.every((word, at) => (at < asked.length - 1 ? words[at] === word : words[at]?.startsWith(word)))

/** Whether each typed word begins a different word, in any order; `FILLERS` may be missing. */
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

/** Returns the index of the best match: an equal word before a word with that beginning; -1 without a match. */
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
