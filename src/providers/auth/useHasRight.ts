import { hasRight, type Right } from '../../../contract/core/rights'
import { useUser } from './useSession'

/** Whether the signed-in user has a right of its own; answers at once, so nothing flickers. */
export function useHasRight(right: Right): boolean {
  const role = useUser()?.role
  return role !== undefined && hasRight(role, right)
}
