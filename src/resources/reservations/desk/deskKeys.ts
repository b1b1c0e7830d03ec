import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Enter, or Command+Enter on a Mac, does what the page's main button does. */
export const useConfirmKey = (onConfirm: () => void): void =>
  useKey((event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey), onConfirm)

/** Alt+R asks for the way back. @param onReturn null where there is none to ask for */
export const useReturnKey = (onReturn: (() => void) | null): void =>
  useKey(
    // By its place: with the Alt key of a Mac the letter is another.
    (event) => onReturn !== null && event.code === 'KeyR' && event.altKey && !event.ctrlKey && !event.metaKey,
    () => onReturn?.(),
  )

/** Alt+C pays in cash. */
export const useCashKey = (onCash: () => void): void =>
  useKey((event) => event.code === 'KeyC' && event.altKey && !event.ctrlKey && !event.metaKey, onCash)

function useKey(isIt: (event: KeyboardEvent) => boolean, onPress: () => void): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !isIt(event)) return
    // An open dialog has a main button of its own.
    if (document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
