import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import ae from '../../locales/ae/translation.json' with { type: 'json' }
import de from '../../locales/de/translation.json' with { type: 'json' }
import en from '../../locales/en/translation.json' with { type: 'json' }
import es from '../../locales/es/translation.json' with { type: 'json' }
import fr from '../../locales/fr/translation.json' with { type: 'json' }

/** Dictionaries of the console, which documents share. */
export const DICTIONARIES: Readonly<Record<Language, typeof en>> = { en, ae, fr, de, es }

/** Returns a text of a dictionary by its dotted key; null if it has none. */
export function textAt(language: Language, key: string): string | null {
  const found = key
    .split('.')
    .reduce<unknown>(
      (node, name) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined),
      DICTIONARIES[language],
    )
  return typeof found === 'string' ? found : null
}

export const manifestWords = (language: Language) => {
  const { app, choices } = DICTIONARIES[language]
  return {
    ...app.operations.manifest,
    owed: app.reservation.owed,
    needs: choices.passengerNeeds,
    categories: choices.passengerCategories,
  }
}
export type ManifestWords = ReturnType<typeof manifestWords>

export const ticketWords = (language: Language) => {
  const { app, choices } = DICTIONARIES[language]
  return {
    ...app.desk.ticket,
    total: (passengers: number) => pluralOf(app.desk.ticket, 'total', passengers, language),
    categories: choices.passengerCategories,
    ways: choices.legDirections,
  }
}
export type TicketWords = ReturnType<typeof ticketWords>

export const statementWords = (language: Language) => DICTIONARIES[language].app.statement

export const receiptWords = (language: Language) => {
  const { app, choices } = DICTIONARIES[language]
  return { ...app.receipt, methods: choices.moneyMethods }
}

/** Fills in the `{{places}}` of a text. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** Returns a text in the plural form for a number, filled in with it. @param texts one for each form, `name_one`, `name_other`, … */
function pluralOf(texts: Readonly<Record<string, string>>, name: string, count: number, language: Language): string {
  const form = new Intl.PluralRules(INTL_LOCALES[language]).select(count)
  return fill(texts[`${name}_${form}`] ?? texts[`${name}_other`] ?? '', { count })
}
