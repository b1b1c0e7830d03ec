import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/v4/core'
import { App } from './App'
import { i18n, startI18n } from './providers/i18n/i18n'
import { languageInfo } from './providers/i18n/languages'
import { setDefaultHeaders } from './providers/http/httpClient'
import { setFieldErrorWords } from './providers/http/fieldErrors'
import { serverFieldText } from './ui/fieldTexts'
import './theme/fonts'

// The page's policy lets no text become code: schemas must not even try.
config({ jitless: true })

setDefaultHeaders(() => ({ 'Accept-Language': languageInfo(i18n.language).tag }))
setFieldErrorWords((code, detail) =>
  serverFieldText(code, detail, { language: i18n.language, t: (key, options) => i18n.t(key, options ?? {}) }),
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <App i18n={startI18n()} />
  </StrictMode>,
)
