import { createContext, use, useSyncExternalStore } from 'react'
import type { Action } from '../../../contract/core/permissions'
import { canAccess } from './canAccess'
import { staffSession, type StaffUser } from './session'

/** Whose session the parts below go by: this browser's, but for a rehearsal. */
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
