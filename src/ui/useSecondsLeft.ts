import { useEffect, useState } from 'react'
import { serverNow } from '../providers/auth/jwt'

const SECOND_MS = 1000

/** Returns the whole seconds until a hold expires, by the server's clock; 0 once it has expired. */
export function useSecondsLeft(endsAt: string | null | undefined): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!endsAt) return undefined
    const tick = () => setNow(serverNow())
    const first = setTimeout(tick)
    const timer = setInterval(tick, SECOND_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [endsAt])
  return endsAt ? Math.max(0, Math.ceil((Date.parse(endsAt) - now) / SECOND_MS)) : 0
}
