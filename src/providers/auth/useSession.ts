import { useSyncExternalStore } from 'react'
import type { Action } from '../../../contract/permissions'
import { canAccess } from './canAccess'
import { staffSession, type StaffUser } from './session'

/** The signed-in user; null when nobody is. */
export function useUser(): StaffUser | null {
  return useSyncExternalStore(staffSession.subscribe, staffSession.user)
}

/** Whether the signed-in user may do something; answers at once, so nothing flickers. */
export function useMay(action: Action, resource: string): boolean {
  return canAccess(useUser()?.role, action, resource)
}
