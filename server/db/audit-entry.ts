import type { EventAction } from '../../contract/core/events'
import type { AuditChange } from '../../contract/entities/audit-event'

export interface AuditActor {
  kind: 'user' | 'partner' | 'system'
  id: string | null
  name: string
}

export type Change = AuditChange

export interface AuditEntry {
  action: EventAction
  entity: {
    type: string
    id: string
    label: string
    /** The version that the record is at now, where it has one. */
    version?: number
  } | null
  changes?: Change[]
  reason?: string | null
  /** What the changes say can be read from the record that was made: the history does not keep them. */
  isOfRecord?: true
  /** It is of a reservation that no partner has sold: none is told. */
  isDirect?: true
  /** The customer is not written to. */
  isUntold?: true
  /** One of the many writes of a job that tells of itself as a whole: nobody is notified of it. */
  isPartOfJob?: true
}
