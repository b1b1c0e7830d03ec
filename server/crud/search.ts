import { sql } from 'kysely'
import { fold } from '../../contract/core/fold'
import { searchedPhoneDigits } from '../../contract/core/phone'
import { contains, type Condition } from './where'

/** The index knows three characters in a row: shorter words cannot be looked up in it. */
const INDEXED_CHARS = 3
/** Enough of a number to be rare. Its beginning, the country's code, is in every phone number and makes the index slow. */
const TELLING_DIGITS = 7

/** A text with a plus, and digits alone, which are found as the digits of a number. */
const ONLY_PHONE = /^\s*\+|^\s*\d+\s*$/

/**
 * Finds the rows whose `search_text` has every word, in any order, or a phone number however it is written. A text
 * without a letter and a digit finds nothing.
 */
export function searched(text: string): Condition {
  const words = wordsOf(text)
  const phone = searchedPhoneDigits(text)
  if (phone === null) return all(words.map(hasWord))
  return ONLY_PHONE.test(text) ? hasPhone(phone) : sql<boolean>`(${all(words.map(hasWord))} or ${hasPhone(phone)})`
}

/** Finds the rows that have a phone number. @param digits one of which it has, see `searchedPhoneDigits` */
export const hasPhone = (digits: readonly string[]): Condition =>
  sql<boolean>`(${sql.join(digits.map(hasWord), sql` or `)})`

/** The same, but a word of one or two letters has to begin a word: so the index knows it too, in every script. */
export function searchedByIndex(text: string): Condition {
  return all(wordsOf(text).map((word) => (isIndexed(word) ? hasWord(word) : beginsWord(word))))
}

/** Where the SQL function search_words parts a text. */
const BETWEEN_WORDS = /[\][\s"'(){}<>,;:@./_+·–—-]+/

/**
 * Finds the rows that have a word that begins so, for every word: what is kept for years, and is too much for an index of
 * any three letters. What has hyphens is an id, or words.
 * @param words SQL of the words of the row `t`, as `search_words` has them; our own, never a caller's
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
  // Two letters of another script than that of references and addresses may be in no row at all: without the index,
  // that would be known only after reading all of them.
  if (!isIndexed(word) && !/^[a-z\d]+$/.test(word)) return beginsWord(word)
  return sql<boolean>`t.search_text like ${contains(word)}`
}

/** Texts in several languages stand in quotation marks. */
function beginsWord(word: string): Condition {
  const begun = contains(word).slice(1)
  return sql<boolean>`(t.search_text like ${begun} or t.search_text like ${`% ${begun}`}
    or t.search_text like ${`%"${begun}`})`
}
