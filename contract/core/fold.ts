/** Letters without an accent to drop, as they are typed on another keyboard; `search_fold` of the database has the same. */
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
 * Accents, the vowels and hamzas of Arabic, its stretched line, the vowels of Hebrew, every apostrophe, and what JSON, as which
 * texts in several languages are searched, writes with a backslash.
 */
const DROPPED = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670\u0640'’‘ʼʻ`´"\\]/g

function pairs(from: string, to: string): Record<string, string> {
  const letters = [...to]
  return Object.fromEntries([...from].map((letter, at) => [letter, letters[at] ?? '']))
}

/** Returns a text as it is searched, without case, accents and letters of one alphabet: `Straße` is `strasse`, `Скопје` is `skopje`. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(DROPPED, '')
    .replace(/[^\0-\x7f]/gu, (letter) => LETTERS[letter] ?? letter)
