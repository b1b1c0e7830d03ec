/** What stands between two of a list in the reader's script. */
export const commaOf = (locale: string): string => (locale.startsWith('ar') ? '، ' : ', ')

/** Words one after the other, with the reader's comma between them. */
export const listed = (words: readonly string[], locale: string): string => words.join(commaOf(locale))
