import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { PARTNER_REFRESH_CHECK_MS } from '../../contract/core/limits/token-lifetimes'
import { setSessionLostHandler } from '../providers/http/httpClient'
import { STRATEGIES } from '../providers/http/refresh'
import { logWarning } from '../providers/log'
import { isPartnerRefreshDue, refreshPartner } from '../providers/auth/partnerAuth'
import { partnerSession, type PartnerState, type Partner, type PartnerUser } from '../providers/auth/partnerSession'
import { PartnerLoading } from './frame/SignInFrame'

export const usePartnerSession = (): PartnerState =>
  useSyncExternalStore(partnerSession.subscribe, partnerSession.state)

/** Restores the session of a partner user, monitors it, and reacts when it ends. */
export function PartnerSession({ children }: { children: ReactNode }) {
  const session = usePartnerSession()
  const { status } = session
  const reader = session.status === 'authenticated' ? session.user.id : null
  const queryClient = useQueryClient()

  useEffect(() => {
    setSessionLostHandler((loginPath) => {
      if (loginPath === STRATEGIES.partner.loginPath) partnerSession.end()
    })
    partnerSession.restore()
    return () => {
      setSessionLostHandler(() => undefined)
      partnerSession.forget()
    }
  }, [])

  // A new user, in this tab or another, must not see cached data of the previous user.
  const before = useRef(reader)
  useEffect(() => {
    if (before.current !== null && before.current !== reader) {
      if (reader === null) queryClient.removeQueries({ queryKey: ['partner'] })
      else void queryClient.resetQueries({ queryKey: ['partner'] })
    }
    before.current = reader
  }, [reader, queryClient])

  useEffect(() => {
    if (status !== 'authenticated') return
    const timer = setInterval(() => {
      if (isPartnerRefreshDue())
        refreshPartner().catch((error: unknown) => logWarning('The partner’s session could not be renewed', error))
    }, PARTNER_REFRESH_CHECK_MS)
    return () => clearInterval(timer)
  }, [status])

  return children
}

/** Renders a page for a signed-in partner user only, whether or not a staff session exists. */
export function PartnerGuard({
  children,
}: {
  children: (session: { user: PartnerUser; partner: Partner }) => ReactNode
}) {
  const session = usePartnerSession()
  if (session.status === 'loading') return <PartnerLoading />
  if (session.status === 'unauthenticated') return <Navigate to="/partner-login" replace />
  return children(session)
}
