import type { ReactNode } from 'react'
import { useAuthenticated } from 'react-admin'
import type { Action } from '../../contract/core/permissions'
import { useMay, useUser } from '../providers/auth/useSession'
import { AccessDenied } from './AccessDenied'

interface GateProps {
  action: Action
  resource: string
  children: ReactNode
}

/**
 * Renders a page for users with the permission; others see an error page, and the server is not called. Renders nothing
 * while a user without a session is being redirected to the sign-in page. Pages inside leave both checks to this component,
 * because each check by their controllers would render them again.
 */
export function Gate({ action, resource, children }: GateProps) {
  const signedIn = useUser() !== null
  const allowed = useMay(action, resource)
  // Its own parameters, so that the result only renders this component again.
  useAuthenticated({ params: { action, resource }, enabled: signedIn })
  if (!signedIn) return null
  return allowed ? children : <AccessDenied />
}
