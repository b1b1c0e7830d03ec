import { useCallback } from 'react'
import { canAccess } from '../providers/auth/canAccess'
import { useUser } from '../providers/auth/useSession'
import { isReference, type AnyField } from './fieldList'

/** Returns a function that checks whether the user may see the records that a field refers to. */
export function useReadable(): (field: AnyField) => boolean {
  const role = useUser()?.role
  return useCallback((field) => !isReference(field) || canAccess(role, 'list', field.to), [role])
}
