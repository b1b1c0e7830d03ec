import { jwtDecode } from 'jwt-decode'
import { TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits/token-lifetimes'

/** Returns the expiry of a token in Unix seconds; null without a valid `exp` claim. */
export const expiryOf = (token: string): number | null => secondsIn(token, 'exp')

function secondsIn(token: string, claim: 'exp' | 'iat'): number | null {
  try {
    const payload = jwtDecode<Record<string, unknown> | null>(token)
    const value = typeof payload === 'object' && payload !== null ? payload[claim] : null
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the seconds from `nowMs` until a token expires; 0 when it has expired or cannot be read. */
export function secondsLeft(token: string, nowMs: number): number {
  const expiry = expiryOf(token)
  return expiry === null ? 0 : Math.max(0, expiry - nowMs / 1000)
}

export function isExpired(token: string, nowMs: number): boolean {
  return secondsLeft(token, nowMs) <= 0
}

let aheadMs = 0

/**
 * Measures the clock offset of this device from a newly issued token. An offset below the interval of the session check is
 * attributed to the network and ignored.
 */
export function learnClock(freshToken: string): void {
  const issuedAt = secondsIn(freshToken, 'iat')
  const ahead = issuedAt === null ? 0 : Date.now() - issuedAt * 1000
  aheadMs = Math.abs(ahead) < TOKEN_REFRESH_CHECK_MS ? 0 : ahead
}

/** Returns the server time in milliseconds, so that a wrong local clock neither ends nor renews sessions. */
export const serverNow = (): number => Date.now() - aheadMs
