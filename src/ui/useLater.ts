import { useCallback, useEffect, useRef } from 'react'

/**
 * Does a task with the newest value once nothing newer was given during `delayMs`; forgets it when the component goes.
 * The task sees what holds when it runs, not when the value was given.
 */
export function useLater<T>(task: (value: T) => void, delayMs: number): (value: T) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(task)
  useEffect(() => {
    latest.current = task
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (value) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(value), delayMs)
    },
    [delayMs],
  )
}
