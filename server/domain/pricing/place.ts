import type { I18nText } from '../../../contract/core/scalars'

/** A stop that a price line names. */
export interface PricedPlace {
  id: string
  name: I18nText
}

/** Returns "From → to" in every language that both names have. The arrow points in the reading direction. */
export function segmentLabel(origin: I18nText, destination: I18nText): I18nText {
  const languages = Object.keys(origin).filter((language) => language in destination)
  const arrow = (language: string) => (language === 'ae' ? '←' : '→')
  return Object.fromEntries(
    languages.map((language) => [language, `${origin[language]} ${arrow(language)} ${destination[language]}`]),
  )
}
