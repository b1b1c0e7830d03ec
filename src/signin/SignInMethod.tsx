import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Language } from '../../contract/core/vocabulary'
import { useLanguage } from '../providers/i18n/useLanguage'
import { useSettings } from '../providers/settings/SettingsProvider'
import { paintSignIn } from './colours'
import type { SignInMethod, SignedIn } from './method'
import { showSignIn } from './page'

interface SignInPageProps {
  door: SignInMethod
  /** A session went on before and has ended. */
  ended?: boolean
  setLanguage: (language: Language) => void
  onSignedIn?: (signedIn: SignedIn) => void
}

/** The sign-in page where React is there already: the same page as in front of it. */
export function SignInPage({ door, ended = false, setLanguage, onSignedIn }: SignInPageProps) {
  const host = useRef<HTMLDivElement>(null)
  const { scheme, change } = useSettings()
  const { code } = useLanguage()
  const toggleScheme = useEffectEvent(() => change({ theme: scheme === 'dark' ? 'light' : 'dark' }))
  const choose = useEffectEvent(setLanguage)
  const signedIn = useEffectEvent((how: SignedIn) => onSignedIn?.(how))

  useLayoutEffect(() => paintSignIn(scheme), [scheme])
  useLayoutEffect(() => {
    if (!host.current) return
    return showSignIn(host.current, {
      door,
      ended,
      surroundings: {
        language: () => code,
        setLanguage: (chosen) => choose(chosen),
        toggleScheme: () => toggleScheme(),
      },
      onSignedIn: (how) => signedIn(how),
    })
  }, [door, ended, code])
  return <div ref={host} />
}
