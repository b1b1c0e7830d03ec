import { jwtDecode } from 'jwt-decode'

/** Instant (Unix seconds) at which a token expires; null where it says none that can be believed. */
export function expiryOf(token: string): number | null {
  try {
    const payload: unknown = jwtDecode(token)
    const exp = typeof payload === 'object' && payload !== null && 'exp' in payload ? payload.exp : null
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : null
  } catch {
    return null
  }
}

/** Seconds that a token is still good for at `nowMs`; 0 where it has expired or cannot be read. */
export function secondsLeft(token: string, nowMs: number): number {
  const expiry = expiryOf(token)
  return expiry === null ? 0 : Math.max(0, expiry - nowMs / 1000)
}

export function isExpired(token: string, nowMs: number): boolean {
  return secondsLeft(token, nowMs) <= 0
}
