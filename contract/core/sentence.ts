/** A word of the dictionaries in `locales/`, with its form in English sentences. */
export class Word {
  constructor(
    /** Dotted key in the dictionaries. */
    readonly key: string,
    private readonly english: string,
  ) {}

  toString(): string {
    return this.english
  }
}

export type SentenceValue = string | number | Word | Sentence

/** A text that is written in English and that `locales/<language>/refusals.json` translates by its template. */
export class Sentence {
  constructor(
    /** English text with a numbered placeholder for each value: `{0} has no tickets: confirm it first.` */
    readonly template: string,
    readonly values: readonly SentenceValue[],
  ) {}

  /** Returns the text in English. */
  toString(): string {
    return fillTemplate(this.template, this.values.map(String))
  }

  toJSON(): string {
    return this.toString()
  }
}

/** A text for people: plain strings are English only. */
export type Text = string | Sentence

/**
 * Tag of a template literal that returns a translatable text. Other languages order their words in other ways, so that a
 * condition chooses between whole sentences. A sentence is translated in the plural form of its first number.
 */
export const sentence = (parts: TemplateStringsArray, ...values: SentenceValue[]): Sentence =>
  new Sentence(
    parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
    values,
  )

/** Returns a status or another choice of the dictionaries as a word of a sentence. */
export const choice = (list: string, value: string): Word =>
  new Word(`choices.${list}.${value}`, value.replaceAll('_', ' '))

/** Returns texts one after the other, each of them once; translatable if each of them is. */
export function joinTexts(texts: readonly Text[]): Text {
  const distinct = [...new Map(texts.map((text) => [String(text), text])).values()]
  return distinct.every((text) => text instanceof Sentence)
    ? new Sentence(distinct.map((_, index) => `{${index}}`).join(' '), distinct)
    : distinct.map(String).join(' ')
}

/** Fills the numbered placeholders of a template. */
export const fillTemplate = (template: string, texts: readonly string[]): string =>
  template.replace(/\{(\d+)\}/g, (_, index: string) => texts[Number(index)] ?? '')
