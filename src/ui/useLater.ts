import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Does a task with the newest value once nothing newer was given during `delayMs`; forgets it when the component goes.
 * The task sees what holds when it runs, not when the value was given: it waits for the render that brings whatever
 * changed meanwhile (a sort that was clicked during typing), so that neither change undoes the other. It runs as part
 * of that render, before whatever happens next could make it outdated.
 */
export function useLater<T>(task: (value: T) => void, delayMs: number): (value: T) => void {
  const [due, setDue] = useState<{ value: T } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(task)
  useLayoutEffect(() => {
    latest.current = task
  })
  useLayoutEffect(() => {
    if (due) latest.current(due.value)
  }, [due])
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (value) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setDue({ value }), delayMs)
    },
    [delayMs],
  )
}
