import '../../support/console/media'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LANGUAGES } from '../../../contract/core/languages'
import { STORAGE_KEYS } from '../../../src/providers/config'
import { SettingsProvider } from '../../../src/providers/settings/SettingsProvider'
import { LoadingTranslations } from '../../../src/ui/Loading'

const TEXTS = {
  en: 'Loading translations...',
  ae: 'جارٍ تحميل الترجمات...',
  fr: 'Chargement des traductions...',
  de: 'Übersetzungen werden geladen...',
  es: 'Cargando traducciones...',
}

afterEach(() => {
  window.localStorage.clear()
})

it.each(LANGUAGES)('loading screen has words of the language (%s) before any dictionary is loaded', (language) => {
  window.localStorage.setItem(STORAGE_KEYS.language, language)
  render(
    <SettingsProvider>
      <LoadingTranslations />
    </SettingsProvider>,
  )
  expect(screen.getByRole('status')).toHaveTextContent(TEXTS[language])
})
