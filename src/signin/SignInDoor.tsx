import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Language } from '../../contract/vocabulary'
import { useLanguage } from '../providers/i18n/useLanguage'
import { useSettings } from '../providers/settings/SettingsProvider'
import { paintSignIn } from './colours'
import type { Door, SignedIn } from './door'
import { showSignIn } from './page'

interface SignInDoorProps {
  door: Door
  /** A session went on before and has ended. */
  ended?: boolean
  setLanguage: (language: Language) => void
  onSignedIn?: (signedIn: SignedIn) => void
}

/** The sign-in page where React is there already: the same page as in front of it. */
export function SignInDoor({ door, ended = false, setLanguage, onSignedIn }: SignInDoorProps) {
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
