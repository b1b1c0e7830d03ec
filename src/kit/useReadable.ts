import { useCallback } from 'react'
import { canAccess } from '../providers/auth/canAccess'
import { useUser } from '../providers/auth/useSession'
import { isReference, type AnyField } from './fieldList'

/** Tells the fields that a reader can make sense of from those that name records which the reader may not see. */
export function useReadable(): (field: AnyField) => boolean {
  const role = useUser()?.role
  return useCallback((field) => !isReference(field) || canAccess(role, 'list', field.to), [role])
}
