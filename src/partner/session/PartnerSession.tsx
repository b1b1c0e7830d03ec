import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { PARTNER_REFRESH_CHECK_MS } from '../../../contract/limits'
import { setSessionLostHandler } from '../../providers/http/httpClient'
import { STRATEGIES } from '../../providers/http/refresh'
import { logWarning } from '../../providers/log'
import { isPartnerRefreshDue, refreshPartner } from './partnerAuth'
import { partnerStore, type PartnerState } from './partnerStore'

export const usePartnerSession = (): PartnerState => useSyncExternalStore(partnerStore.subscribe, partnerStore.state)

/** Restores the session of a partner's person, keeps an eye on it while there is one, and follows it when it ends. */
export function PartnerSession({ children }: { children: ReactNode }) {
  const { status } = usePartnerSession()
  const queryClient = useQueryClient()

  useEffect(() => {
    setSessionLostHandler((loginPath) => {
      if (loginPath === STRATEGIES.partner.loginPath) partnerStore.end()
    })
    partnerStore.restore()
    return () => {
      setSessionLostHandler(() => undefined)
      partnerStore.forget()
    }
  }, [])

  useEffect(() => {
    if (status === 'unauthenticated') queryClient.removeQueries({ queryKey: ['partner'] })
    if (status !== 'authenticated') return
    const timer = setInterval(() => {
      if (isPartnerRefreshDue())
        refreshPartner().catch((error: unknown) => logWarning('The partner’s session could not be renewed', error))
    }, PARTNER_REFRESH_CHECK_MS)
    return () => clearInterval(timer)
  }, [status, queryClient])

  return children
}
