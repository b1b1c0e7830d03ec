import { sql } from 'kysely'
import { fold } from '../../contract/core/fold'
import { searchedPhoneDigits } from '../../contract/core/phone'
import { contains, type Condition } from './where'

/** The trigram index finds words of at least three characters. */
const INDEXED_CHARS = 3
/** Last digits of a number, which are rare. The first ones, the country code, are common and make the index slow. */
const TELLING_DIGITS = 7

/** Matches a text with a leading plus or of digits alone, which is only searched as a phone number. */
const ONLY_PHONE = /^\s*\+|^\s*\d+\s*$/

/**
 * Returns the condition that `search_text` has every word, in any order, or a phone number in any notation. A text without
 * letters and digits finds nothing.
 */
export function searched(text: string): Condition {
  const words = wordsOf(text)
  const phone = searchedPhoneDigits(text)
  if (phone === null) return all(words.map(hasWord))
  return ONLY_PHONE.test(text) ? hasPhone(phone) : sql<boolean>`(${all(words.map(hasWord))} or ${hasPhone(phone)})`
}

/** Returns the condition that a row has a phone number. @param digits its alternatives, see `searchedPhoneDigits` */
export const hasPhone = (digits: readonly string[]): Condition =>
  sql<boolean>`(${sql.join(digits.map(hasWord), sql` or `)})`

/** Same for words alone: one of one or two letters must start a word, so that the index is used in every script. */
export function searchedByIndex(text: string): Condition {
  return all(wordsOf(text).map((word) => (isIndexed(word) ? hasWord(word) : beginsWord(word))))
}

/** Characters at which the SQL function search_words splits a text. */
const BETWEEN_WORDS = /[\][\s"'(){}<>,;:@./_+·–—-]+/

/**
 * Returns the condition that every word is the prefix of a word of the row. For records stored for years, where a trigram
 * index would be too large. A word with hyphens may be an id, or several words.
 * @param words SQL of the words of the row `t`, as `search_words` returns them; a constant, never input of a caller
 */
export const beginning =
  (words: string) =>
  (text: string): Condition =>
    all(
      wordsOf(text).map((word) => {
        const parts = word.split(BETWEEN_WORDS).filter((part) => part !== '')
        return sql<boolean>`${sql.raw(words)} @@ ${`${begun(word)} | ${parts.map(begun).join(' & ')}`}::tsquery`
      }),
    )

const begun = (word: string): string => `'${word.replaceAll('\0', '').replace(/['\\]/g, '$&$&')}':*`

const all = (parts: Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.join(parts, sql` and `)}`

const isIndexed = (word: string): boolean => [...word].length >= INDEXED_CHARS

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

function hasWord(word: string): Condition {
  if (/^\d+$/.test(word) && word.length > TELLING_DIGITS)
    return sql<boolean>`t.search_text like ${contains(word.slice(-TELLING_DIGITS))} and position(${word} in t.search_text) > 0`
  // Two letters of another script than that of references and addresses may be in no row. Without the index, that would
  // require reading all rows.
  if (!isIndexed(word) && !/^[a-z\d]+$/.test(word)) return beginsWord(word)
  return sql<boolean>`t.search_text like ${contains(word)}`
}

/** Text in several languages is stored as JSON, where words may follow a quotation mark. */
function beginsWord(word: string): Condition {
  const begun = contains(word).slice(1)
  return sql<boolean>`(t.search_text like ${begun} or t.search_text like ${`% ${begun}`}
    or t.search_text like ${`%"${begun}`})`
}
