import { createContext, use } from 'react'
import type { I18nProvider } from 'react-admin'

/** I18n provider; null until it has started. */
export const I18nContext = createContext<I18nProvider | null>(null)

export function useI18nProviderOfApp(): I18nProvider {
  const provider = use(I18nContext)
  if (!provider) throw new Error('The language layer has not started')
  return provider
}
