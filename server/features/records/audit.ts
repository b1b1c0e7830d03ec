import { auditEvent } from '../../../contract/entities/audit-event'
import { may } from '../../../contract/core/permissions'
import type { Role } from '../../../contract/core/vocabulary'
import type { StoreOptions } from '../../crud/store-options'
import { aboutVisible } from '../../crud/visible'

export const auditEventsStore: StoreOptions = {
  entity: auditEvent,
  table: 'audit_events',
  label: (row) => String(row['action']),
  // The history of a record is for those who may see the record.
  visibleTo: (role) => aboutVisible(role),
  // Where somebody was when they signed in or worked is told to those who look after accounts.
  hiddenFrom: (role) => (seesAccounts(role) ? {} : { ip: null }),
}

const seesAccounts = (role: Role): boolean => may(role, 'show', 'users')
