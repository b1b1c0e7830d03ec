/** Replacements for letters that Unicode does not decompose. The database function `search_fold` has the same ones. */
const LETTERS: Readonly<Record<string, string>> = {
  ...pairs('øłđðħıςабвгдезијклмнопрстуфхцѕыэةىٱکی', 'olddhiσabvgdezijklmnoprstufhczyeهياكي'),
  ...pairs('٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ж: 'zh',
  љ: 'lj',
  њ: 'nj',
  ч: 'ch',
  џ: 'dz',
  ш: 'sh',
  щ: 'sht',
  ю: 'yu',
  я: 'ya',
}
/**
 * Removed characters: accents, vowels, hamzas and tatweel of Arabic, vowels of Hebrew, apostrophes, and the characters that
 * JSON escapes with a backslash, because texts in several languages are searched as JSON.
 */
const DROPPED = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670\u0640'’‘ʼʻ`´"\\]/g

function pairs(from: string, to: string): Record<string, string> {
  const letters = [...to]
  return Object.fromEntries([...from].map((letter, at) => [letter, letters[at] ?? '']))
}

/** Returns a text for search: lower case, no accents, `LETTERS` replaced. `Straße` → `strasse`, `Скопје` → `skopje`. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(DROPPED, '')
    .replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter)
