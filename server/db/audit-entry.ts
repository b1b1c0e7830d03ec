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
    /** Current version of the record, if it has one. */
    version?: number
  } | null
  changes?: Change[]
  reason?: string | null
  /** The changes can be read from the created record: the history does not store them. */
  isOfRecord?: true
  /** The reservation was not sold by a partner: no partner is notified. */
  isDirect?: true
  /** The customer gets no email. Queued events of other versions have the name, too. */
  isUntold?: true
  /** Write of a bulk job that notifies of its result as a whole: no notification of this record. */
  isPartOfJob?: true
}
