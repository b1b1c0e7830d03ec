import { useState } from 'react'
import type { Language } from '../../contract/core/languages'
import { browserLanguage, languageInfo } from '../providers/i18n/languages'
import { useWords, wordsOf } from './words'

/** Offers the language of the browser, in that language, while the page is in another one. */
export function LanguageHint({ setLanguage }: { setLanguage: (language: Language) => void }) {
  const { language } = useWords()
  const [preferred] = useState(browserLanguage)
  if (preferred === null || preferred === language) return null
  const { tag, rtl } = languageInfo(preferred)
  return (
    <button
      type="button"
      className="signin-hint"
      lang={tag}
      dir={rtl ? 'rtl' : 'ltr'}
      onClick={() => setLanguage(preferred)}
    >
      {wordsOf(preferred)('app.login.inThisLanguage')}
    </button>
  )
}
