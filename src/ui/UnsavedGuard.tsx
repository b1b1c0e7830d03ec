import { useEffect, useEffectEvent } from 'react'
import { useBlocker, useCanBlock, useTranslate } from 'react-admin'

interface UnsavedGuardProps {
  /** Something is typed that is not saved. */
  when: boolean
}

/** Asks before what is typed outside a record's form is left, in the words that the forms ask in. */
export function UnsavedGuard({ when }: UnsavedGuardProps) {
  return useCanBlock() && <Guard when={when} />
}

function Guard({ when }: UnsavedGuardProps) {
  const mayLeave = useMayLeave(when)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && nextLocation.pathname !== currentLocation.pathname,
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

/** Asks, where something is unsaved, whether it may be lost. @returns a function that tells whether to go on */
export function useMayLeave(unsaved: boolean): () => boolean {
  const translate = useTranslate()
  return () => !unsaved || window.confirm(translate('ra.message.unsaved_changes'))
}
