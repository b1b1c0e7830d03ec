import type { Resource } from './vocabulary'

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
    return renderTemplate(this.template, this, this.values.map(String), 'en')
  }

  toJSON(): string {
    return this.toString()
  }
}

/** A sentence as a part of another one: without its capital letter and its full stop. */
export class Clause extends Sentence {
  constructor({ template, values }: Sentence) {
    super(template, values)
  }
}

/** A text for people: plain strings are English only. */
export type Text = string | Sentence

/** Returns a text as a sentence; plain English has no translation. */
const asSentence = (text: Text): Sentence => (text instanceof Sentence ? text : new Sentence(text, []))

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

/** Returns the name of a kind of record as a word of a sentence. */
export const resourceName = (resource: Resource): Word => new Word(`resources.${resource}.name_other`, resource)

/** Returns alternatives as one value of a sentence. */
export const joinAlternatives = (first: SentenceValue, others: readonly SentenceValue[]): SentenceValue =>
  others.reduce<SentenceValue>((text, other) => sentence`${text} or ${other}`, first)

/** Returns texts one after the other, each of them once; translatable if each of them is. */
export function joinTexts(texts: readonly Text[]): Sentence {
  const distinct = [...new Map(texts.map((text) => [String(text), asSentence(text)])).values()]
  return new Sentence(distinct.map((_, index) => `{${index}}`).join(' '), distinct)
}

/** A template that is a whole sentence and begins with a value. */
const BEGINS_WITH_VALUE = /^\{(\d+)\}.*[.?!]$/s

/**
 * Fills the numbered placeholders of a template. Other languages begin with other words than English, so that a sentence
 * that begins with another one gets its capital letter here.
 * @param template in the language of the locale
 */
export function renderTemplate(template: string, text: Sentence, values: readonly string[], locale: string): string {
  const filled = template.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place)
  if (text instanceof Clause) return filled.charAt(0).toLocaleLowerCase(locale) + filled.slice(1).replace(/\.$/, '')
  const first = BEGINS_WITH_VALUE.exec(template)?.[1]
  return first !== undefined && text.values[Number(first)] instanceof Sentence
    ? filled.charAt(0).toLocaleUpperCase(locale) + filled.slice(1)
    : filled
}

/** Sentences of schemas by their English text, which is all that Zod passes on. */
const MESSAGES = new Map<string, Sentence>()

/** Tag of the message of a schema, which `textOfMessage` returns as a sentence. Its values must be constants. */
export function schemaMessage(parts: TemplateStringsArray, ...values: SentenceValue[]): string {
  const text = sentence(parts, ...values)
  MESSAGES.set(String(text), text)
  return String(text)
}

/** Returns the sentence of a message of a schema; one without a translation for a message of Zod's own. */
export const textOfMessage = (message: string): Sentence => MESSAGES.get(message) ?? asSentence(message)
