import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { Id, Instant } from '../core/scalars'
import { ACTOR_KINDS } from '../core/vocabulary'

/** One field that changed; values as they stand in the record. */
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
    /** Dotted: `stations.update`, `auth.login`. */
    action: z.string(),
    /** Resource of the record that was acted on; null where there is none. */
    entity_type: z.string().nullable(),
    entity_id: Id.nullable(),
    /** The record's name at that time. */
    entity_label: z.string().nullable(),
    changes: z.array(AuditChange),
    /** Why, where the action asks for a reason. */
    reason: z.string().nullable(),
  },
  filterable: ['at', 'actor_kind', 'actor_id', 'actor_name', 'ip', 'request_id', 'action', 'entity_type', 'entity_id'],
  sortable: ['at'],
})

/** Who did what, when, from where. Written once with the change itself; never changed and never deleted, so it has no version. */
export const auditEvent = {
  ...entity,
  record: entity.record.omit({ version: true, created_at: true, updated_at: true }),
}
export type AuditEvent = z.output<typeof auditEvent.record>
