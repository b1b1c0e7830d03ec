import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { setSessionLostHandler } from '../http/httpClient'
import { STAFF_LOGIN_PATH, renewToken } from '../http/refresh'
import { TOKEN_REFRESH_BEFORE_EXPIRY_S, TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits/token-lifetimes'
import type { Remembered } from './nextLocation'
import { staffSession } from './session'
import { secondsLeft, serverNow } from './jwt'

/**
 * Keeps the staff session alive. When it ends, here or in another tab, opens the sign-in page, which remembers the present
 * location, and clears all data that the user has read.
 * @param forget clears the stored state of lists.
 */
export function useSessionWatch(queryClient: QueryClient, forget: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let known = staffSession.user()?.id
    let leaving = false
    const leave = (loginPath: string) => {
      const { pathname, search, hash } = window.location
      const ended = known !== undefined
      known = undefined
      if (leaving || pathname === loginPath) return
      const state: Remembered = { nextPathname: pathname, nextSearch: search, nextHash: hash, ended }
      leaving = true
      // Navigation is asynchronous; `leaving` prevents a second redirect until it is done.
      void Promise.resolve(navigate(loginPath, { replace: true, state })).finally(() => (leaving = false))
      forget()
      queryClient.clear()
    }
    const stopKeeping = keepSession(() => leave(STAFF_LOGIN_PATH))
    const stopFollowing = staffSession.subscribe((elsewhere) => {
      const before = known
      const now = staffSession.tokens() ? staffSession.user()?.id : undefined
      if (now !== undefined) known = now
      // A new user must not see cached data of the previous user.
      if (!elsewhere && before === undefined && now !== undefined) queryClient.clear()
      if (!elsewhere || before === undefined || now === before) return
      if (now === undefined) leave(STAFF_LOGIN_PATH)
      else void queryClient.resetQueries()
    })
    setSessionLostHandler(leave)
    return () => {
      stopKeeping()
      stopFollowing()
      setSessionLostHandler(() => undefined)
    }
  }, [navigate, queryClient, forget])
}

/**
 * Checks once a minute, while a user is signed in, whether the access token needs a refresh. A failed refresh ends the
 * session. Returns the function that stops the checks.
 */
export function keepSession(onLost: () => void): () => void {
  const timer = setInterval(() => {
    const tokens = staffSession.tokens()
    if (!tokens?.refresh || secondsLeft(tokens.access, serverNow()) >= TOKEN_REFRESH_BEFORE_EXPIRY_S) return
    renewToken('staff', tokens.access).catch(() => {
      // A session that was started or ended during the request is not affected.
      if (staffSession.tokens()?.refresh !== tokens.refresh) return
      staffSession.clear()
      onLost()
    })
  }, TOKEN_REFRESH_CHECK_MS)
  return () => clearInterval(timer)
}
