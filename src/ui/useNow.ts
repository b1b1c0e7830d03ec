import { useState } from 'react'

/** The instant (ms) at which the component appeared. */
export function useNow(): number {
  const [now] = useState(() => Date.now())
  return now
}
