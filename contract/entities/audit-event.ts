import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byServer } from '../core/ownership'
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
  computed: {
    at: byServer(Instant, 'filter', 'sort'),
    actor_kind: byServer(z.enum(ACTOR_KINDS), 'filter'),
    /** Null when the system itself acted. */
    actor_id: byServer(Id.nullable(), 'filter'),
    actor_name: byServer(z.string(), 'filter'),
    ip: byServer(z.string().nullable(), 'filter'),
    request_id: byServer(z.string().nullable(), 'filter'),
    /** Noun and verb: `stations.updated`, `auth.logged_in`. */
    action: byServer(z.string(), 'filter'),
    /** Resource of the affected record; null if there is none. */
    entity_type: byServer(z.string().nullable(), 'filter'),
    entity_id: byServer(Id.nullable(), 'filter'),
    /** Label of the record at that time. */
    entity_label: byServer(z.string().nullable()),
    changes: byServer(z.array(AuditChange)),
    /** Reason, if the action requires one. */
    reason: byServer(z.string().nullable()),
  },
  unlisted: ['created_at', 'updated_at'],
})

/** Actor, action, time and source of a change. Written with the change, never changed or deleted: it has no version. */
export const auditEvent = {
  ...entity,
  record: entity.record.omit({ version: true, created_at: true, updated_at: true }),
}
export type AuditEvent = z.output<typeof auditEvent.record>
