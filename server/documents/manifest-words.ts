import type { Language } from '../../contract/core/vocabulary'
import { DICTIONARIES } from './dictionaries'

/** The console's own words for what stands on a manifest. */
export const wordsOf = (language: Language) => {
  const { app, choices } = DICTIONARIES[language]
  return {
    ...app.depot.manifest,
    owed: app.reservation.owed,
    needs: choices.passengerNeeds,
    categories: choices.passengerCategories,
  }
}
export type ManifestWords = ReturnType<typeof wordsOf>

export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
