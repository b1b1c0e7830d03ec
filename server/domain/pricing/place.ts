import type { I18nText } from '../../../contract/core/scalars'

/** A stop as a price names it. */
export interface PricedPlace {
  id: string
  name: I18nText
}

/** "From → to" in every language that both names are known in; the arrow points the way that one reads. */
export function wayLabel(origin: I18nText, destination: I18nText): I18nText {
  const languages = Object.keys(origin).filter((language) => language in destination)
  const arrow = (language: string) => (language === 'ae' ? '←' : '→')
  return Object.fromEntries(
    languages.map((language) => [language, `${origin[language]} ${arrow(language)} ${destination[language]}`]),
  )
}
