import './schemasWithoutEval'
import '../ui/theme/fonts'
import '../signin/signin.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { STORAGE_KEYS } from '../providers/config'
import { setFieldErrorWords } from '../providers/http/fieldErrors'
import { setDefaultHeaders } from '../providers/http/httpClient'
import { languageInfo } from '../providers/i18n/languages'
import { isObject, storage } from '../providers/storage'
import { wordsOf } from '../signin/words'
import { serverFieldText } from '../ui/fieldTexts'
import { signInEntryAt } from './signInEntry'
import { CONSOLE, preloadScreen } from './preload'
import { Root } from './Root'

const host = document.getElementById('root')
if (!host) throw new Error('The page has no root element')
const state: unknown = window.history.state
const entry = signInEntryAt(window.location, isObject(state) ? state['usr'] : null)

// Used until the dictionaries have loaded, which then replace these handlers.
const language = () => languageInfo(storage.get(STORAGE_KEYS.language))
setDefaultHeaders(() => ({ 'Accept-Language': language().tag }))
setFieldErrorWords((code, detail, writtenIn) =>
  serverFieldText({ code, detail, writtenIn }, { language: language().code, t: wordsOf(language().code) }),
)

if (entry) window.history.replaceState({ usr: entry.state, key: 'default', idx: 0 }, '', entry.path)
else {
  void CONSOLE.fetch()
  void preloadScreen(window.location.pathname)
}
createRoot(host).render(
  <StrictMode>
    <Root entry={entry} />
  </StrictMode>,
)
