import { useCallback, useEffect, useRef } from 'react'

/** Runs a task once nothing newer was asked for during `delayMs`; forgets it when the component goes. */
export function useLater(delayMs: number): (task: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (task) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(task, delayMs)
    },
    [delayMs],
  )
}
