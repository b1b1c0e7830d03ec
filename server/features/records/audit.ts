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
  // The history of a record is for those who may see the record.
  visibleTo: (role) => aboutVisible(role),
  // Where somebody was when they signed in or worked is told to those who look after accounts.
  hiddenFrom: (role) => (seesAccounts(role) ? {} : { ip: null }),
}

const seesAccounts = (role: Role): boolean => may(role, 'show', 'users')
