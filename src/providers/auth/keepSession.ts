import { TOKEN_REFRESH_BEFORE_EXPIRY_S, TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits'
import { renewToken } from '../http/refresh'
import { secondsLeft } from './jwt'
import { serverNow } from './serverClock'
import { staffSession } from './session'

/**
 * Looks once a minute whether the access token needs a refresh, as long as somebody is signed in.
 * A refresh that fails ends the session. Answers the function that stops it.
 */
export function keepSession(onLost: () => void): () => void {
  const timer = setInterval(() => {
    const tokens = staffSession.tokens()
    if (!tokens?.refresh || secondsLeft(tokens.access, serverNow()) >= TOKEN_REFRESH_BEFORE_EXPIRY_S) return
    renewToken('staff', tokens.access).catch(() => {
      // Whoever signed in since, or out, has nothing to do with it.
      if (staffSession.tokens()?.refresh !== tokens.refresh) return
      staffSession.clear()
      onLost()
    })
  }, TOKEN_REFRESH_CHECK_MS)
  return () => clearInterval(timer)
}
