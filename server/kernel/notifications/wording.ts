import ae from '../../../locales/ae/translation.json' with { type: 'json' }
import de from '../../../locales/de/translation.json' with { type: 'json' }
import en from '../../../locales/en/translation.json' with { type: 'json' }
import es from '../../../locales/es/translation.json' with { type: 'json' }
import fr from '../../../locales/fr/translation.json' with { type: 'json' }
import { INTL_LOCALES, type Language } from '../../../contract/core/languages'
import { subjectInWords } from '../../../contract/core/notification-words'
import type { NotificationKind } from '../../../contract/core/notifications'

const RESOURCES: Record<Language, Readonly<Record<string, { name_other?: string }>>> = {
  en: en.resources,
  ae: ae.resources,
  fr: fr.resources,
  de: de.resources,
  es: es.resources,
}

/** Values of the placeholders: names, references, counts. */
export type NotificationValues = Record<string, string | number>

interface NotificationText {
  title: string
  message: string
}

const PARTS: Record<Language, { latest: string; by: string }> = {
  en: en.app.live,
  ae: ae.app.live,
  fr: fr.app.live,
  de: de.app.live,
  es: es.app.live,
}

/** Texts of the console's dictionaries, so that a message reads the same in every place. */
const TEXTS: Record<Language, Record<NotificationKind, Record<string, string>>> = {
  en: en.app.notifications,
  ae: ae.app.notifications,
  fr: fr.app.notifications,
  de: de.app.notifications,
  es: es.app.notifications,
}

const pluralRules = new Map<Language, Intl.PluralRules>()

/**
 * Returns the title and message of a notification in a language. A value called `count` selects the plural form. The title
 * of a booking or journey states passenger, route and time; the message states what happened.
 */
export function wordNotification(
  kind: NotificationKind,
  values: NotificationValues,
  language: Language,
  now: Date,
): NotificationText {
  const texts = TEXTS[language][kind]
  const named = { ...values, ...nameOfResource(language, values['resource']) }
  const text = (name: string, count: string | number | undefined) =>
    fill(texts[`${name}_${pluralForm(language, count)}`] ?? texts[name] ?? '', {
      ...named,
      ...(count !== undefined && { count }),
    })
  const subject = subjectInWords(values, now, INTL_LOCALES[language]) || String(values['label'] ?? '')
  const { group, count, by } = values
  if (typeof group === 'number')
    return { title: text('group', group), message: fill(PARTS[language].latest, { subject }) }
  const message = text('message', count)
  return {
    title: text('title', count) || subject,
    message: by === undefined ? message : `${message} ${fill(PARTS[language].by, { by })}`,
  }
}

function pluralForm(language: Language, count: string | number | undefined): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(INTL_LOCALES[language])
  pluralRules.set(language, rules)
  return typeof count === 'number' ? rules.select(count) : 'other'
}

/** Returns the name of a resource as the console's menu shows it. */
function nameOfResource(language: Language, resource: string | number | undefined): NotificationValues {
  const name = resource === undefined ? undefined : RESOURCES[language][resource]?.name_other
  return name === undefined ? {} : { resource: name }
}

const fill = (text: string, values: NotificationValues) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
