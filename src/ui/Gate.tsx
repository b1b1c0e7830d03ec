import type { ReactNode } from 'react'
import type { Action } from '../../contract/permissions'
import { useMay } from '../providers/auth/useSession'
import { AccessDenied } from './AccessDenied'

interface GateProps {
  action: Action
  resource: string
  children: ReactNode
}

/** A page for those who may do this; the others are told so, and nothing is asked of the server. */
export function Gate({ action, resource, children }: GateProps) {
  return useMay(action, resource) ? children : <AccessDenied />
}
