import { createContext, use, useSyncExternalStore } from 'react'
import { hasRight, mayOverride, type Action, type Override, type Right } from '../../../contract/core/permissions'
import { canAccess } from './canAccess'
import { staffSession, type StaffUser } from './session'

/** Whose session the parts below go by: this browser's, but where the console is drawn ahead. */
export const SessionContext = createContext<Pick<typeof staffSession, 'subscribe' | 'user'>>(staffSession)

/** The signed-in user; null when nobody is. */
export function useUser(): StaffUser | null {
  const { subscribe, user } = use(SessionContext)
  return useSyncExternalStore(subscribe, user)
}

/** Whether the signed-in user may do something; answers at once, so nothing flickers. */
export function useMay(action: Action, resource: string): boolean {
  return canAccess(useUser()?.role, action, resource)
}

/** Whether the signed-in user has a right of its own; answers at once, so nothing flickers. */
export function useHasRight(right: Right): boolean {
  const role = useUser()?.role
  return role !== undefined && hasRight(role, right)
}

/** Whether the signed-in user may go beyond a rule that holds for everybody. */
export function useMayOverride(override: Override): boolean {
  const role = useUser()?.role
  return role !== undefined && mayOverride(role, override)
}
