import { useEffect, useEffectEvent } from 'react'

/** Calls `onConfirm` on Ctrl+Enter, or Command+Enter on a Mac. */
export const useConfirmKey = (onConfirm: () => void): void =>
  useKey((event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey), onConfirm)

/** Adds the return leg on Alt+R. @param onReturn null when no return leg can be added */
export const useReturnKey = (onReturn: (() => void) | null): void =>
  useKey(
    // Compares the key position, because Alt on a Mac produces another letter.
    (event) => onReturn !== null && event.code === 'KeyR' && event.altKey && !event.ctrlKey && !event.metaKey,
    () => onReturn?.(),
  )

/** Pays in cash on Alt+C. */
export const useCashKey = (onCash: () => void): void =>
  useKey((event) => event.code === 'KeyC' && event.altKey && !event.ctrlKey && !event.metaKey, onCash)

function useKey(isIt: (event: KeyboardEvent) => boolean, onPress: () => void): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !isIt(event)) return
    // An open dialog has its own main button.
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
