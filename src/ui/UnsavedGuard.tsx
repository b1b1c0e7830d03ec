import { useEffect, useEffectEvent } from 'react'
import { useBlocker, useCanBlock, useTranslate } from 'react-admin'

interface UnsavedGuardProps {
  /** Whether there is unsaved input. */
  when: boolean
  /** Question before leaving; that of forms unless given. */
  text?: string
  /** Whether a change of only the query also leaves. */
  withQuery?: boolean
}

/** Confirms leaving a page with unsaved input outside a record's form, with the same text as forms. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  return useCanBlock() && <Guard {...props} />
}

function Guard({ when, text, withQuery = false }: UnsavedGuardProps) {
  const mayLeave = useMayLeave(when, text)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (nextLocation.pathname !== currentLocation.pathname ||
        (withQuery && nextLocation.search !== currentLocation.search)),
  )
  const ask = useEffectEvent(() => {
    if (blocker.state !== 'blocked') return
    if (mayLeave()) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => ask(), [blocker.state])
  useEffect(() => {
    if (!when) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [when])
  return null
}

/** Returns a function that confirms the loss of unsaved input, if there is any, and returns whether to continue. */
export function useMayLeave(unsaved: boolean, text?: string): () => boolean {
  const translate = useTranslate()
  return () => !unsaved || window.confirm(text ?? translate('ra.message.unsaved_changes'))
}
