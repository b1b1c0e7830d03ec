import { fold } from '../../../contract/core/fold'
import COMMON from './common-passwords.json' with { type: 'json' }
import COMMON_WORDS from './common-words.json' with { type: 'json' }

/** Why a password of sufficient length is easy to guess. */
export type Weakness = 'common' | 'repeated' | 'personal'

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(COMMON)
/** Additions to the mostly English list: the product name, and common choices in the languages of the console. */
const OTHER_WORDS = `wayline passwort kennwort willkommen frühling sommer herbst winter motdepasse bienvenue printemps automne
  contraseña clave bienvenido primavera verano otoño كلمةالسر пароль`
/** The most common words in passwords, as written by `fold`. */
const WORDS: ReadonlySet<string> = new Set([...COMMON_WORDS, ...OTHER_WORDS.split(/\s+/).map(fold)])
/** Signs that stand for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [...'@a4a3e1i!i0o5s$s7t'.matchAll(/(.)(.)/g)].map(([, sign = '', letter = '']) => [sign, letter]),
)
/** Minimum number of letters and digits without the well-known names. */
const LEFT_MIN_CHARS = 8
/** Maximum number of digits counted among them: more digits are a date or a row. */
const LEFT_DIGITS_MAX = 4
/** Shorter names occur in words by chance. */
const NAME_MIN_CHARS = 3
/** Fewer different characters are a pattern. */
const DIFFERENT_MIN_CHARS = 5
/** Maximum share of characters that follow their neighbour in a row of keys or an alphabet. */
const ROW_SHARE_MAX = 0.7
/** Adjacent characters of keyboards and alphabets. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'йцукенгшщзхъфывапролджэячсмитьбю',
]
/** Pairs of adjacent characters, in both directions. */
const NEIGHBOURS: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) => [...row].flatMap((key, at) => pairOf(key, row[(at + 1) % row.length] ?? ''))),
)

function pairOf(one: string, other: string): string[] {
  return [one + other, other + one]
}

/**
 * Returns why a password is weak; null if it is not. Case is ignored.
 * @param names of the account and its company: user name, email address, names of the person, of the company
 */
export function findWeakness(password: string, names: readonly string[]): Weakness | null {
  const text = password.normalize('NFKC').toLowerCase()
  if (isRepeated(text) || new Set(text).size < DIFFERENT_MIN_CHARS || isRow(text)) return 'repeated'
  if (COMMON_PASSWORDS.has(text) || isCommonWord(text)) return 'common'
  if (isMadeOf(fold(text), names)) return 'personal'
  return null
}

/** Whether the text is a common word, with digits and signs around it, or in place of its letters. */
function isCommonWord(text: string): boolean {
  const word = fold(text).replace(/^[^\p{Letter}]+|[^\p{Letter}]+$/gu, '')
  const plain = word.replace(/[^\p{Letter}]/gu, (sign) => LOOKALIKES[sign] ?? '')
  const isKnown = (each: string) => WORDS.has(each) || COMMON_PASSWORDS.has(each)
  const half = plain.slice(0, plain.length / 2)
  return isKnown(plain) || (half.repeat(2) === plain && isKnown(half))
}

/** Whether the text repeats one part; the last repetition may be incomplete. */
function isRepeated(text: string): boolean {
  for (let length = 1; length * 2 <= text.length; length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

/** Whether most of the text follows a row of keys or an alphabet. */
function isRow(text: string): boolean {
  const letters = [...text]
  const steps = letters.slice(1).filter((letter, at) => NEIGHBOURS.has(`${letters[at] ?? ''}${letter}`)).length
  return steps / (letters.length - 1) > ROW_SHARE_MAX
}

/** Whether little is left of the text without the names. @param text as written by `fold` */
function isMadeOf(text: string, names: readonly string[]): boolean {
  const parts = names
    .flatMap((name) => [fold(name.normalize('NFKC')), fold(spelledOut(name.normalize('NFC').toLowerCase()))])
    .flatMap((name) => name.split(/[^\p{Letter}\p{Number}]+/u))
    .filter((part) => part.length >= NAME_MIN_CHARS)
    .sort((one, other) => other.length - one.length)
  const left = parts.reduce((rest, part) => rest.replaceAll(part, ''), text)
  if (left === text) return false
  const letters = left.match(/\p{Letter}/gu)?.length ?? 0
  const digits = left.match(/\p{Number}/gu)?.length ?? 0
  return letters + Math.min(digits, LEFT_DIGITS_MAX) < LEFT_MIN_CHARS
}

/** Spells German umlauts as two letters: `ae` for `ä`. */
const spelledOut = (name: string): string => name.replace(/[äöü]/g, (letter) => `${fold(letter)}e`)
