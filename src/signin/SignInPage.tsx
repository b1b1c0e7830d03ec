import { useEffect, useState } from 'react'
import type { Language } from '../../contract/core/languages'
import { browserLanguage, languageInfo } from '../providers/i18n/languages'
import { useSettings } from '../providers/settings/SettingsProvider'
import { whenIdle } from '../providers/whenIdle'
import { PageTitle } from '../ui/PageTitle'
import { CodeForm } from './CodeForm'
import { signInColours } from './colours'
import type { CodeDue, DemoPerson, Entered, PasswordDue, SignedIn, SignInMethod } from './method'
import { NewPasswordForm } from './NewPasswordForm'
import { SignInForm } from './SignInForm'
import { SignInHeader } from './SignInHeader'
import { useWords, wordsOf } from './words'

interface SignInPageProps {
  method: SignInMethod
  /** Whether a session existed before and has ended. */
  ended?: boolean
  setLanguage: (language: Language) => void
  onSignedIn?: (signedIn: SignedIn) => void
}

/**
 * Sign-in page of staff or partners. It uses neither MUI nor react-admin, because it is rendered before their code has
 * loaded.
 */
export function SignInPage({ method, ended = false, setLanguage, onSignedIn }: SignInPageProps) {
  const { t } = useWords()
  const { scheme } = useSettings()
  const people = useDemoPeople(method)
  const [typed, setTyped] = useState({ name: '', password: '' })
  const [due, setDue] = useState<CodeDue | PasswordDue | null>(null)
  const step = due === null ? null : 'enterCode' in due ? 'code' : 'newPassword'
  const title = t(step ? `app.login.${step}Title` : method.title)
  const back = () => setDue(null)
  const entered = (how: Entered) => ('home' in how ? onSignedIn?.(how) : setDue(how))
  return (
    <div className="signin" style={signInColours(scheme)}>
      <PageTitle>{title}</PageTitle>
      <SignInHeader setLanguage={setLanguage} />
      <main>
        <div className="signin-card">
          <h1>{title}</h1>
          <p className="signin-text">{t(step ? `app.login.${step}Text` : method.text)}</p>
          {ended && !due && (
            <p role="status" className="signin-notice">
              {t('app.login.ended')}
            </p>
          )}
          {due === null ? (
            <SignInForm method={method} people={people} before={typed} onTyped={setTyped} onEntered={entered} />
          ) : 'enterCode' in due ? (
            <CodeForm due={due} onEntered={entered} onBack={back} />
          ) : (
            <NewPasswordForm due={due} onSignedIn={entered} onBack={back} />
          )}
        </div>
        {!due && method.other && (
          <a href={method.other.path} className="signin-other">
            {t(method.other.text)}
          </a>
        )}
        <LanguageHint setLanguage={setLanguage} />
      </main>
    </div>
  )
}

/** Requested after the first paint, because the page does not depend on the demo users. */
function useDemoPeople({ people }: SignInMethod): readonly DemoPerson[] {
  const [found, setFound] = useState<readonly DemoPerson[]>([])
  useEffect(() => {
    const left = new AbortController()
    whenIdle(() => {
      if (left.signal.aborted) return
      people(left.signal).then(setFound, () => undefined)
    })
    return () => left.abort()
  }, [people])
  return found
}

/** Offers the language of the browser, in that language, while the page is in another one. */
function LanguageHint({ setLanguage }: { setLanguage: (language: Language) => void }) {
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
