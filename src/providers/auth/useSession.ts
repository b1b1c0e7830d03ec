import { createContext, use, useSyncExternalStore } from 'react'
import { hasRight, mayOverride, type Action, type Override, type Right } from '../../../contract/core/permissions'
import { canAccess } from './canAccess'
import { staffSession, type StaffUser } from './session'

/** Session that descendants use: that of this browser, or a substitute while the console is prerendered. */
export const SessionContext = createContext<Pick<typeof staffSession, 'subscribe' | 'user'>>(staffSession)

/** Returns the signed-in user; null without a session. */
export function useUser(): StaffUser | null {
  const { subscribe, user } = use(SessionContext)
  return useSyncExternalStore(subscribe, user)
}

/** Whether the signed-in user may perform an action. Answers synchronously, so nothing flickers. */
export function useMay(action: Action, resource: string): boolean {
  return canAccess(useUser()?.role, action, resource)
}

/** Whether the signed-in user has a separate right. Answers synchronously, so nothing flickers. */
export function useHasRight(right: Right): boolean {
  const role = useUser()?.role
  return role !== undefined && hasRight(role, right)
}

/** Whether the signed-in user may override a general rule. */
export function useMayOverride(override: Override): boolean {
  const role = useUser()?.role
  return role !== undefined && mayOverride(role, override)
}
