import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { Id, Instant } from '../core/scalars'
import { ACTOR_KINDS } from '../core/vocabulary'

/** One changed field, with its values as stored in the record. */
export const AuditChange = z.object({
  field: z.string(),
  old: z.unknown(),
  new: z.unknown(),
})
export type AuditChange = z.output<typeof AuditChange>

const entity = defineEntity({
  resource: 'audit-events',
  writable: {},
  setBy: {},
  computed: {
    at: Instant,
    actor_kind: z.enum(ACTOR_KINDS),
    /** Null when the system itself acted. */
    actor_id: Id.nullable(),
    actor_name: z.string(),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    /** Noun and verb: `stations.updated`, `auth.logged_in`. */
    action: z.string(),
    /** Resource of the affected record; null if there is none. */
    entity_type: z.string().nullable(),
    entity_id: Id.nullable(),
    /** Label of the record at that time. */
    entity_label: z.string().nullable(),
    changes: z.array(AuditChange),
    /** Reason, if the action requires one. */
    reason: z.string().nullable(),
  },
  filterable: ['at', 'actor_kind', 'actor_id', 'actor_name', 'ip', 'request_id', 'action', 'entity_type', 'entity_id'],
  sortable: ['at'],
})

/** Actor, action, time and source of a change. Written with the change, never changed or deleted: it has no version. */
export const auditEvent = {
  ...entity,
  record: entity.record.omit({ version: true, created_at: true, updated_at: true }),
}
export type AuditEvent = z.output<typeof auditEvent.record>
