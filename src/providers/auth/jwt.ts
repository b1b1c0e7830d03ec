import { jwtDecode } from 'jwt-decode'

/** Instant (Unix seconds) at which a token expires; null where it says none that can be believed. */
export const expiryOf = (token: string): number | null => secondsIn(token, 'exp')

/** Instant (Unix seconds) at which a token was issued; null where it does not say. */
export const issuedAtOf = (token: string): number | null => secondsIn(token, 'iat')

function secondsIn(token: string, claim: 'exp' | 'iat'): number | null {
  try {
    const payload = jwtDecode<Record<string, unknown> | null>(token)
    const value = typeof payload === 'object' && payload !== null ? payload[claim] : null
    return typeof value === 'number' && Number.isFinite(value) ? value : null
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
