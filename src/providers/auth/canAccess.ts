import { ACTIONS, may, type Action } from '../../../contract/core/permissions'
import { RESOURCES, type Resource, type Role } from '../../../contract/core/vocabulary'

const RESOURCE_NAMES: ReadonlySet<string> = new Set(RESOURCES)
const ACTION_NAMES: ReadonlySet<string> = new Set(ACTIONS)

/** Whether a role may perform an action on a resource; false for anything outside the permission table. */
export function canAccess(role: Role | undefined, action: string, resource: string): boolean {
  if (!role || !RESOURCE_NAMES.has(resource) || !ACTION_NAMES.has(action)) return false
  return may(role, action as Action, resource as Resource)
}
