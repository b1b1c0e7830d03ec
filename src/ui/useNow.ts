import { useState } from 'react'

/** Returns the instant (ms) at which the component was mounted. */
export function useNow(): number {
  const [now] = useState(() => Date.now())
  return now
}
