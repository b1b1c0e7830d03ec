import { useCallback } from 'react'
import { canAccess } from '../providers/auth/canAccess'
import { useUser } from '../providers/auth/useSession'
import type { AnyField } from './fieldList'

/** Tells the fields that a reader can make sense of from those that name records which the reader may not see. */
export function useReadable(): (field: AnyField) => boolean {
  const role = useUser()?.role
  return useCallback(
    (field) => (field.kind !== 'reference' && field.kind !== 'references') || canAccess(role, 'list', field.to),
    [role],
  )
}
