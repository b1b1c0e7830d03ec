import { auditEvent } from '../../../contract/entities/audit-event'
import type { StoreOptions } from '../../crud/store-options'

export const auditEventsStore: StoreOptions = {
  entity: auditEvent,
  table: 'audit_events',
  label: (row) => String(row['action']),
}
