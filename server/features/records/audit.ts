import { auditEvent } from '../../../contract/entities/audit-event'
import { may } from '../../../contract/core/permissions'
import type { Role } from '../../../contract/core/vocabulary'
import type { StoreOptions } from '../../crud/store-options'
import { beginning } from '../../crud/search'
import { aboutVisible } from '../../crud/visible'

export const auditEventsStore: StoreOptions = {
  entity: auditEvent,
  table: 'audit_events',
  label: (row) => String(row['action']),
  search: beginning(`audit_words(t.actor_name, t.action, t.entity_label, t.request_id, t.reason)`),
  // Audit events are visible to roles that may see their record.
  visibleTo: (role) => aboutVisible(role),
  // IP addresses are visible only to roles that manage accounts.
  hiddenFrom: (role) => (seesAccounts(role) ? {} : { ip: null }),
}

const seesAccounts = (role: Role): boolean => may(role, 'show', 'users')
