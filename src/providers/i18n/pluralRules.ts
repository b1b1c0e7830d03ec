import type { i18n as I18n } from 'i18next'
import { languageInfo } from './languages'

interface PluralResolver {
  getRule(code: string, options?: object): unknown
}

/** Applies the plural rules of the BCP 47 tag: Arabic has six forms, and `ae` would get the machine's own rules. */
export function takePluralRulesOfTag({ services }: I18n): void {
  const resolver = services.pluralResolver as PluralResolver
  const original = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => original(languageInfo(code).tag, options)
}
