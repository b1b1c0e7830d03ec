import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Language } from '../../contract/core/vocabulary'
import { STORAGE_KEYS } from '../providers/config'
import { languageInfo } from '../providers/i18n/languages'
import { fadeLoader } from '../providers/loader'
import { SettingsProvider, useSettings } from '../providers/settings/SettingsProvider'
import { storage } from '../providers/storage'
import { whenIdle } from '../providers/whenIdle'
import { SignInPage } from '../signin/SignInPage'
import { MissingPart } from './MissingPart'
import type { Place } from './place'
import { CONSOLE, drawAhead, prefetchFirstRows } from './preload'

const nobody = () => () => undefined

/**
 * All that the browser shows, in one tree: the sign-in page where one is needed, and then the console in its place.
 * @param place where somebody has to sign in; null where the console can stand at once
 */
export function Root({ place }: { place: Place | null }) {
  const [isThrough, setThrough] = useState(place === null)
  const [ahead, setAhead] = useState<ReactNode>(null)
  const going = useRef(false)
  const code = useSyncExternalStore(isThrough ? CONSOLE.subscribe : nobody, CONSOLE.get)

  useEffect(() => {
    if (!place) return
    whenIdle(() => {
      void drawAhead(place.next).then((drawn) => !going.current && setAhead(drawn))
    })
  }, [place])

  const goOn = async (to: string) => {
    if (going.current) return
    going.current = true
    window.history.replaceState(null, '', to)
    await prefetchFirstRows()
    setThrough(true)
    whenIdle(() => setAhead(null))
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
        place && <StartPage place={place} onSignedIn={(to) => void goOn(to)} />
      )}
      {ahead}
    </SettingsProvider>
  )
}

interface StartPageProps {
  place: Place
  /** @param to where the person goes on */
  onSignedIn: (to: string) => void
}

/** The sign-in page that stands before the console. */
function StartPage({ place: { method, next, ended, isOpen, subscribe }, onSignedIn }: StartPageProps) {
  const { follow } = useSettings()
  const changed = useEffectEvent(() => isOpen() && onSignedIn(next))
  // In another tab as well.
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
