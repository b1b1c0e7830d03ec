import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { useLanguage } from '../providers/i18n/useLanguage'

export interface Format {
  /** The reader's language as the product calls it: `en`, `ae`, … */
  language: string
  /** Locale for Intl. */
  locale: string
  t: (key: string, options?: Record<string, unknown>) => string
}

/** What a component needs to put data into the reader's words. */
export function useFormat(): Format {
  const { code, intl } = useLanguage()
  const translate = useTranslate()
  return useMemo(() => ({ language: code, locale: intl, t: translate }), [code, intl, translate])
}
