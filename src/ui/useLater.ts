import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Debounces a task: runs it with the newest value after `delayMs` without a newer one, and cancels it on unmount.
 * The task reads the state at the time that it runs, so that it does not undo a change made during the delay (a sort
 * that was clicked during typing). It runs in a layout effect, because a click could come before a passive effect.
 * It does not run after the address has changed to another page: the old page stays mounted while the code of the next
 * one loads, and a search that navigates would lead back.
 */
export function useLater<T>(task: (value: T) => void, delayMs: number): (value: T) => void {
  const [due, setDue] = useState<{ value: T; page: string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(task)
  useLayoutEffect(() => {
    latest.current = task
  })
  useLayoutEffect(() => {
    if (due && due.page === window.location.pathname) latest.current(due.value)
  }, [due])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (value) => {
      const page = window.location.pathname
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setDue({ value, page }), delayMs)
    },
    [delayMs],
  )
}
