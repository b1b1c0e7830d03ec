type Texts = Readonly<Record<string, string>>

/** Returns the text in the reader's language, else in English, else in any. */
export function textIn(text: Texts | null | undefined, language: string): string {
  if (!text) return ''
  return text[language] ?? text['en'] ?? Object.values(text)[0] ?? ''
}

export function fullName(first: string | null | undefined, last: string | null | undefined): string {
  return [first, last].filter(Boolean).join(' ')
}
