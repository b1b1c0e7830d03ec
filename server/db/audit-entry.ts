import type { AuditChange } from '../../contract/entities/audit-event'

export interface AuditActor {
  kind: 'user' | 'partner' | 'system'
  id: string | null
  name: string
}

export type Change = AuditChange

export interface AuditEntry {
  /** Dotted, noun first: `station.created`. */
  action: string
  entity: {
    type: string
    id: string
    label: string
    /** The version that the record is at now, where it has one. */
    version?: number
  } | null
  changes?: Change[]
  reason?: string | null
  /** One of the many writes of a job that tells of itself as a whole: nobody is notified of it. */
  isPartOfJob?: true
}
