import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { PartnerLoading } from '../frame/PartnerLoading'
import type { Partner, PartnerUser } from '../../providers/auth/partnerIdentity'
import { usePartnerSession } from './PartnerSession'

/** Opens a page to a signed-in partner alone; whether staff are signed in does not matter. */
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
