import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LOADER_FADE_MS } from '../contract/limits'
import { App } from './App'
import { i18n, startI18n } from './providers/i18n/i18n'
import './schemasWithoutEval'
import { languageInfo } from './providers/i18n/languages'
import { setDefaultHeaders } from './providers/http/httpClient'
import { setFieldErrorWords } from './providers/http/fieldErrors'
import { serverFieldText } from './ui/fieldTexts'
import './theme/fonts'

/** A page that outlived a release asks for chunks that are gone: load the new release, once. */
const RELOADED_KEY = 'reloaded-for-chunk'

window.addEventListener('vite:preloadError', () => {
  if (window.sessionStorage.getItem(RELOADED_KEY)) return
  window.sessionStorage.setItem(RELOADED_KEY, '1')
  window.location.reload()
})

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

const loader = document.getElementById('loader')
if (loader) {
  loader.dataset['done'] = ''
  setTimeout(() => loader.remove(), LOADER_FADE_MS)
}
window.addEventListener('load', () => window.sessionStorage.removeItem(RELOADED_KEY))
