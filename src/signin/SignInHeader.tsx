import { LANGUAGES, type Language } from '../../contract/core/languages'
import { BRAND } from '../providers/config'
import { LANGUAGE_TABLE, toLanguage } from '../providers/i18n/languages'
import { useSettings } from '../providers/settings/SettingsProvider'
import { useWords } from './words'

const ROUND = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Header with the product name, the language and the colour scheme. */
export function SignInHeader({ setLanguage }: { setLanguage: (language: Language) => void }) {
  const { t, language } = useWords()
  const { scheme, change } = useSettings()
  const toggle = t('ra.action.toggle_theme')
  return (
    <header>
      <span className="signin-brand" dir="ltr">
        <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
          <rect width="32" height="32" rx="8" fill="#1f4fd8" />
          <path d="M7 10l4.8 12L16 12.4 20.2 22 25 10" stroke="#fff" strokeWidth="2.8" {...ROUND} />
        </svg>
        {BRAND}
      </span>
      <span className="signin-language">
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden>
          <path
            d="m12.87 15.07-2.54-2.51.03-.03c1.74-1.94 2.98-4.17 3.71-6.53H17V4h-7V2H8v2H1v1.99h11.17C11.5 7.92 10.44 9.75 9 11.35 8.07 10.32 7.3 9.19 6.69 8h-2c.73 1.63 1.73 3.17 2.98 4.56l-5.09 5.02L4 19l5-5 3.11 3.11zM18.5 10h-2L12 22h2l1.12-3h4.75L21 22h2zm-2.62 7 1.62-4.33L19.12 17z"
            fill="currentColor"
          />
        </svg>
        <select
          aria-label={t('app.language.choose', { language: LANGUAGE_TABLE[language].name })}
          value={language}
          onChange={({ target }) => setLanguage(toLanguage(target.value) ?? language)}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={LANGUAGE_TABLE[code].tag}>
              {LANGUAGE_TABLE[code].name}
            </option>
          ))}
        </select>
      </span>
      <button
        type="button"
        className="signin-scheme"
        aria-label={toggle}
        title={toggle}
        onClick={() => change({ theme: scheme === 'dark' ? 'light' : 'dark' })}
      >
        <svg viewBox="0 0 24 24" width="19" height="19" aria-hidden>
          <path
            d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"
            stroke="currentColor"
            strokeWidth="1.8"
            {...ROUND}
          />
        </svg>
      </button>
    </header>
  )
}
