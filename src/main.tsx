import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './schemasWithoutEval'
import { App } from './App'
import { i18n, startI18n } from './providers/i18n/i18n'
import { languageInfo } from './providers/i18n/languages'
import { setDefaultHeaders } from './providers/http/httpClient'
import { setFieldErrorWords } from './providers/http/fieldErrors'
import { serverFieldText } from './ui/fieldTexts'
import './theme/fonts'

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
