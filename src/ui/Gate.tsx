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
 * A page for those who may do this; the others are told so, and nothing is asked of the server.
 * Nothing while somebody whose session has ended is on the way to the sign-in page. Pages within leave both questions to
 * the gate: asked by their controllers, each answer would draw them again.
 */
export function Gate({ action, resource, children }: GateProps) {
  const signedIn = useUser() !== null
  const allowed = useMay(action, resource)
  // With words of its own, so that the answer concerns nobody but this gate.
  useAuthenticated({ params: { action, resource }, enabled: signedIn })
  if (!signedIn) return null
  return allowed ? children : <AccessDenied />
}
