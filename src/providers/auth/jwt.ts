import { jwtDecode } from 'jwt-decode'
import { TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits'

/** Instant (Unix seconds) at which a token expires; null where it says none that can be believed. */
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

/** Seconds that a token is still good for at `nowMs`; 0 where it has expired or cannot be read. */
export function secondsLeft(token: string, nowMs: number): number {
  const expiry = expiryOf(token)
  return expiry === null ? 0 : Math.max(0, expiry - nowMs / 1000)
}

export function isExpired(token: string, nowMs: number): boolean {
  return secondsLeft(token, nowMs) <= 0
}

let aheadMs = 0

/**
 * Learns from a token that has just been issued how far this machine's clock is off. Less than one check of the
 * session is the way of the answer and no wrong clock.
 */
export function learnClock(freshToken: string): void {
  const issuedAt = secondsIn(freshToken, 'iat')
  const ahead = issuedAt === null ? 0 : Date.now() - issuedAt * 1000
  aheadMs = Math.abs(ahead) < TOKEN_REFRESH_CHECK_MS ? 0 : ahead
}

/** The server's time in milliseconds, as well as this page knows it: a wrong clock must neither end nor renew sessions. */
export const serverNow = (): number => Date.now() - aheadMs
