import ae from '../../../locales/ae/translation.json' with { type: 'json' }
import de from '../../../locales/de/translation.json' with { type: 'json' }
import en from '../../../locales/en/translation.json' with { type: 'json' }
import es from '../../../locales/es/translation.json' with { type: 'json' }
import fr from '../../../locales/fr/translation.json' with { type: 'json' }
import { INTL_LOCALES } from '../../../contract/core/intl-locales'
import { dayInWords } from '../../../contract/core/notice-days'
import type { NoticeKind } from '../../../contract/core/notices'
import type { Language } from '../../../contract/core/vocabulary'

const RESOURCES: Record<Language, Readonly<Record<string, { name_other?: string }>>> = {
  en: en.resources,
  ae: ae.resources,
  fr: fr.resources,
  de: de.resources,
  es: es.resources,
}

/** What is put into the words: names, references, counts. */
export type NoticeValues = Record<string, string | number>

interface NoticeText {
  title: string
  message: string
}

/** The same words as the console has, so that a message reads alike wherever it is worded. */
const TEXTS: Record<Language, Record<NoticeKind, Record<string, string>>> = {
  en: en.app.notices,
  ae: ae.app.notices,
  fr: fr.app.notices,
  de: de.app.notices,
  es: es.app.notices,
}

const pluralRules = new Map<Language, Intl.PluralRules>()

/** Words a message in a language. A count called `count` chooses among the language's plural forms. */
export function wordNotice(kind: NoticeKind, values: NoticeValues, language: Language): NoticeText {
  const texts = TEXTS[language][kind]
  const named = {
    ...values,
    ...nameOfResource(language, values['resource']),
    ...dayOfJourney(language, values['journey']),
  }
  const text = (name: string) =>
    fill(texts[`${name}_${pluralForm(language, values['count'])}`] ?? texts[name] ?? '', named)
  return { title: text('title'), message: text('message') }
}

function pluralForm(language: Language, count: string | number | undefined): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(INTL_LOCALES[language])
  pluralRules.set(language, rules)
  return typeof count === 'number' ? rules.select(count) : 'other'
}

/** A kind of record that a message is about is called as the menu calls it. */
function nameOfResource(language: Language, resource: string | number | undefined): NoticeValues {
  const name = resource === undefined ? undefined : RESOURCES[language][resource]?.name_other
  return name === undefined ? {} : { resource: name }
}

const dayOfJourney = (language: Language, journey: string | number | undefined): NoticeValues =>
  typeof journey === 'string' ? { journey: dayInWords(journey, INTL_LOCALES[language]) } : {}

const fill = (text: string, values: NoticeValues) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
