import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { renderTemplate, Sentence, Word, type SentenceValue, type Text } from '../../contract/core/sentence'
import ae from '../../locales/ae/refusals.json' with { type: 'json' }
import de from '../../locales/de/refusals.json' with { type: 'json' }
import es from '../../locales/es/refusals.json' with { type: 'json' }
import fr from '../../locales/fr/refusals.json' with { type: 'json' }
import { isolated } from '../documents/text'
import { textAt } from '../documents/words'

/** A translated template, or one for each plural form of the first number. */
type Translation = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

/** Translations of English templates. */
const TRANSLATIONS: Readonly<Partial<Record<Language, Readonly<Record<string, Translation>>>>> = { ae, de, es, fr }

/** Returns a text in a language; null if it is not translated. English texts need no translation. */
export function translate(text: Text, language: Language): string | null {
  if (language === 'en') return String(text)
  if (!(text instanceof Sentence)) return null
  const template = templateOf(text, language)
  const values = text.values.map((value) => valueIn(value, language))
  return template === null || !values.every((value) => value !== null)
    ? null
    : renderTemplate(template, text, values, INTL_LOCALES[language])
}

/** A template without words of its own is the same in every language. */
const WORDLESS = /^[^\p{L}]*$/u

function templateOf({ template, values }: Sentence, language: Language): string | null {
  const found = TRANSLATIONS[language]?.[template] ?? (WORDLESS.test(template) ? template : null)
  if (found === null || typeof found === 'string') return found
  const count = values.find((value) => typeof value === 'number') ?? 0
  return found[new Intl.PluralRules(INTL_LOCALES[language]).select(count)] ?? found.other
}

function valueIn(value: SentenceValue, language: Language): string | null {
  if (value instanceof Sentence) return translate(value, language)
  const text = value instanceof Word ? textAt(language, value.key) : String(value)
  // Latin names and codes would otherwise change the order of the words around them.
  return language === 'ae' && text !== null ? isolated(text) : text
}
