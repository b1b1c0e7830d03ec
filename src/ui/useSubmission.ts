import { useRef, useState } from 'react'

export interface Submission {
  busy: boolean
  /** Error of the last attempt; null if it succeeded. */
  refusal: unknown
  /** Runs the work unless it is already running. @returns whether it succeeded */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  forget: () => void
}

/** Returns a runner for one request at a time, with the error of a refusal. */
export function useSubmission(): Submission {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      setRefusal(error)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, refusal, run, forget: () => setRefusal(null) }
}
