import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { useLanguage } from '../providers/i18n/useLanguage'

export interface Format {
  /** The reader's language as the product's code: `en`, `ae`, … */
  language: string
  /** Locale for Intl. */
  locale: string
  t: (key: string, options?: Record<string, unknown>) => string
}

/** Returns what a component needs to localize data. */
export function useFormat(): Format {
  const { code, intl } = useLanguage()
  const translate = useTranslate()
  return useMemo(() => ({ language: code, locale: intl, t: translate }), [code, intl, translate])
}
