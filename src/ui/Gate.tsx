import type { ReactNode } from 'react'
import { useAuthenticated } from 'react-admin'
import { useLocation } from 'react-router-dom'
import type { Action } from '../../contract/core/permissions'
import { useMay, useUser } from '../providers/auth/useSession'
import { AccessDenied } from './AccessDenied'

/**
 * Returns whether a user is signed in, and checks the session of that user.
 * @param params parameters of the page, so that the result of its check only renders this page again
 */
function useSignedIn(params: object): boolean {
  const signedIn = useUser() !== null
  useAuthenticated({ params, enabled: signedIn })
  return signedIn
}

/** Renders a page for signed-in users, and nothing while others are being redirected to the sign-in page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return useSignedIn({ pathname }) && children
}

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
  const allowed = useMay(action, resource)
  if (!useSignedIn({ action, resource })) return null
  return allowed ? children : <AccessDenied />
}
