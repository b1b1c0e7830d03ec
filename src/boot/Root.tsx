import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Language } from '../../contract/core/languages'
import { STORAGE_KEYS } from '../providers/config'
import { languageInfo } from '../providers/i18n/languages'
import { fadeLoader } from '../providers/loader'
import { SettingsProvider, useSettings } from '../providers/settings/SettingsProvider'
import { storage } from '../providers/storage'
import { whenIdle } from '../providers/whenIdle'
import { SignInPage } from '../signin/SignInPage'
import { logWarning } from '../providers/log'
import { reloadIfReachable } from '../providers/reload'
import { signInColours } from '../signin/colours'
import { useWords } from '../signin/words'
import type { SignInEntry } from './signInEntry'
import { CONSOLE, prerenderConsole, prefetchFirstPage } from './preload'

const subscribeToNothing = () => () => undefined

/**
 * Root of the React tree: the sign-in page where one is needed, then the console in its place.
 * @param place sign-in page; null if the console can be rendered at once
 */
export function Root({ entry }: { entry: SignInEntry | null }) {
  const [isThrough, setThrough] = useState(entry === null)
  const [prerendered, setPrerendered] = useState<ReactNode>(null)
  const going = useRef(false)
  const code = useSyncExternalStore(isThrough ? CONSOLE.subscribe : subscribeToNothing, CONSOLE.get)

  useEffect(() => {
    if (!entry) return
    whenIdle(() => {
      void prerenderConsole(entry.next).then((drawn) => !going.current && setPrerendered(drawn))
    })
  }, [entry])

  const goOn = async (to: string) => {
    if (going.current) return
    going.current = true
    window.history.replaceState(null, '', to)
    await prefetchFirstPage()
    setThrough(true)
    whenIdle(() => setPrerendered(null))
  }
  return (
    <SettingsProvider>
      {isThrough && code ? (
        'value' in code ? (
          <code.value.App />
        ) : (
          <MissingPart error={code.error} />
        )
      ) : (
        entry && <StartPage entry={entry} onSignedIn={(to) => void goOn(to)} />
      )}
      {prerendered}
    </SettingsProvider>
  )
}

interface StartPageProps {
  entry: SignInEntry
  /** @param to address to continue at */
  onSignedIn: (to: string) => void
}

/** Sign-in page that precedes the console. */
function StartPage({ entry: { method, next, ended, isOpen, subscribe }, onSignedIn }: StartPageProps) {
  const { follow } = useSettings()
  const changed = useEffectEvent(() => isOpen() && onSignedIn(next))
  // Includes a sign-in in another tab.
  useEffect(() => subscribe(() => void changed()), [subscribe])
  useEffect(fadeLoader, [])

  const setLanguage = (language: Language) => {
    storage.set(STORAGE_KEYS.language, language)
    document.documentElement.lang = languageInfo(language).tag
    follow(language)
    const code = CONSOLE.get()
    if (code && 'value' in code) void code.value.speak(language)
  }
  return (
    <SignInPage
      method={method}
      ended={ended}
      setLanguage={setLanguage}
      onSignedIn={({ home }) => onSignedIn(home ?? next)}
    />
  )
}

/** Reports that the console's code could not be fetched, and offers to try again. */
function MissingPart({ error }: { error: unknown }) {
  const { t } = useWords()
  const { scheme } = useSettings()
  const [isOffline, setOffline] = useState(false)
  useEffect(fadeLoader, [])
  useEffect(() => logWarning('The console could not start', error), [error])
  const retry = async () => setOffline(!(await reloadIfReachable()))
  return (
    <div className="signin" style={signInColours(scheme)}>
      <main>
        <div className="signin-card signin-form" role="alert">
          <h1>{t('app.shell.partTitle')}</h1>
          <p className="signin-text">{t(isOffline ? 'app.shell.stillOffline' : 'app.shell.partText')}</p>
          <button type="button" className="signin-primary" onClick={() => void retry()}>
            {t('app.problem.retry')}
          </button>
        </div>
      </main>
    </div>
  )
}
