import { useRef, useState } from 'react'

export interface Submission {
  busy: boolean
  /** Why the last try was refused; null when it was not. */
  refusal: unknown
  /** Does it unless it is being done. @returns whether it was done */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  forget: () => void
}

/** Something that is asked of the server once at a time, with the reason when it is refused. */
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
