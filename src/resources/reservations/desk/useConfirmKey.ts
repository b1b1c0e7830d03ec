import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Enter, or Command+Enter on a Mac, does what the page's main button does. */
export function useConfirmKey(onConfirm: () => void): void {
  const confirm = useEffectEvent(onConfirm)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      // An open dialog has a main button of its own.
      if (document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      confirm()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
