import type { AuditEvent } from '../../contract/entities/audit-event'
import { UNDO_LIFE_H } from '../../contract/core/limits'
import { RESTORABLE_RESOURCES } from '../../contract/core/vocabulary'
import { useMay } from '../providers/auth/useSession'
import { useNow } from '../ui/useNow'
import { canGoBack } from './HistoryChange'
import { specOf } from './registry'
import type { AnyRecord } from './resource'

const HOUR_MS = 3_600_000

export type UndoKind = 'creation' | 'change' | 'merge'

/**
 * As what an entry of the history can be taken back as a whole: for a day, while nothing has happened to it since.
 * @param later what happened after it
 * @returns null where it cannot
 */
export function useUndoKind(
  { action, at, changes }: AuditEvent,
  later: readonly AuditEvent[],
  resource: string,
  record: AnyRecord,
): UndoKind | null {
  const now = useNow()
  const mayEdit = useMay('edit', resource)
  const mayDelete = useMay('delete', resource)
  if (!mayEdit || Date.parse(at) + UNDO_LIFE_H * HOUR_MS <= now) return null
  switch (action.split('.').at(-1)) {
    case 'created':
      return mayDelete && record['version'] === 1 && RESTORABLE_RESOURCES.some((known) => known === resource)
        ? 'creation'
        : null
    case 'updated':
      return changes.length > 0 && changes.every((change) => canGoBack(specOf(resource), record, change))
        ? 'change'
        : null
    case 'merged':
      return mayDelete && !later.some((event) => event.action.endsWith('.unmerged')) ? 'merge' : null
    default:
      return null
  }
}
