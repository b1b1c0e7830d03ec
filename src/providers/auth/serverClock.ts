import { TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits'
import { issuedAtOf } from './jwt'

let aheadMs = 0

/**
 * Learns from a token that has just been issued how far this machine's clock is off. Less than one check of the
 * session is the way of the answer and no wrong clock.
 */
export function learnClock(freshToken: string): void {
  const issuedAt = issuedAtOf(freshToken)
  const ahead = issuedAt === null ? 0 : Date.now() - issuedAt * 1000
  aheadMs = Math.abs(ahead) < TOKEN_REFRESH_CHECK_MS ? 0 : ahead
}

/** The server's time in milliseconds, as well as this page knows it: a wrong clock must neither end nor renew sessions. */
export const serverNow = (): number => Date.now() - aheadMs
