import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { setSessionLostHandler } from '../http/httpClient'
import { STAFF_LOGIN_PATH, renewToken } from '../http/refresh'
import { TOKEN_REFRESH_BEFORE_EXPIRY_S, TOKEN_REFRESH_CHECK_MS } from '../../../contract/core/limits'
import type { Remembered } from './nextLocation'
import { staffSession } from './session'
import { secondsLeft, serverNow } from './jwt'

/**
 * Keeps the session of staff alive and follows it when it ends, here or in another tab: to the sign-in page, which
 * remembers where it came from, with nothing left of what the person had read.
 * @param forget drops what lists remember.
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
      // The router takes a moment; whoever notices meanwhile need not lead there again.
      void Promise.resolve(navigate(loginPath, { replace: true, state })).finally(() => (leaving = false))
      forget()
      queryClient.clear()
    }
    const stopKeeping = keepSession(() => leave(STAFF_LOGIN_PATH))
    const stopFollowing = staffSession.subscribe((elsewhere) => {
      const before = known
      const now = staffSession.tokens() ? staffSession.user()?.id : undefined
      if (now !== undefined) known = now
      // Whoever comes next finds nothing of whoever was here before.
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
