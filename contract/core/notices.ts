import type { NOTIFICATION_TYPES, Role } from './vocabulary'

/**
 * What people are told about: one entry for each kind of message, with the roles that it is for. Each kind has its words
 * under `app.notices.<kind>`. docs/domain/notifications.md says why each goes to whom, and a test compares the two.
 */

interface Notice {
  type: (typeof NOTIFICATION_TYPES)[number]
  /** Accounts of these roles get it whose stations it touches. */
  roles: readonly Role[]
  /** The end of a job that somebody started and then left: it goes to that person too. */
  isJob?: true
}

const LEADERS = ['admin', 'manager'] as const
const TRAFFIC = ['admin', 'manager', 'dispatcher'] as const
const DESK = ['dispatcher', 'agent'] as const
const FRONT = ['admin', 'manager', 'dispatcher', 'agent'] as const

export const NOTICES = {
  reservation_created: { type: 'reservation_update', roles: FRONT },
  reservation_held: { type: 'reservation_update', roles: DESK },
  reservation_requested: { type: 'reservation_update', roles: FRONT },
  reservation_confirmed: { type: 'reservation_update', roles: DESK },
  reservation_changed: { type: 'reservation_update', roles: DESK },
  reservation_cancelled: { type: 'reservation_update', roles: FRONT },
  reservation_rejected: { type: 'reservation_update', roles: DESK },
  reservation_expired: { type: 'warning', roles: DESK },
  vehicle_withdrawn: { type: 'vehicle_update', roles: TRAFFIC },
  vehicle_back: { type: 'vehicle_update', roles: TRAFFIC },
  vehicle_retired: { type: 'vehicle_update', roles: TRAFFIC },
  vehicle_papers_end: { type: 'warning', roles: TRAFFIC },
  driver_papers_end: { type: 'warning', roles: TRAFFIC },
  downtime_planned: { type: 'vehicle_update', roles: TRAFFIC },
  downtime_moved: { type: 'vehicle_update', roles: TRAFFIC },
  downtime_lifted: { type: 'vehicle_update', roles: TRAFFIC },
  route_created: { type: 'route_update', roles: TRAFFIC },
  route_changed: { type: 'route_update', roles: FRONT },
  route_retired: { type: 'route_update', roles: FRONT },
  route_deleted: { type: 'route_update', roles: TRAFFIC },
  journey_cancelled: { type: 'error', roles: FRONT },
  journey_reinstated: { type: 'success', roles: FRONT },
  journey_delayed: { type: 'route_update', roles: FRONT },
  journey_on_time: { type: 'route_update', roles: DESK },
  journey_connections_missed: { type: 'warning', roles: FRONT },
  journey_vehicle_changed: { type: 'vehicle_update', roles: TRAFFIC },
  credential_created: { type: 'system_alert', roles: LEADERS },
  credential_changed: { type: 'system_alert', roles: LEADERS },
  credential_revoked: { type: 'system_alert', roles: LEADERS },
  webhook_disabled: { type: 'warning', roles: LEADERS },
  import_finished: { type: 'success', roles: TRAFFIC, isJob: true },
  import_failed: { type: 'error', roles: LEADERS, isJob: true },
  task_finished: { type: 'success', roles: [], isJob: true },
  export_ready: { type: 'success', roles: [], isJob: true },
  task_failed: { type: 'error', roles: [], isJob: true },
  backup_made: { type: 'success', roles: [], isJob: true },
  backup_failed: { type: 'error', roles: ['admin'], isJob: true },
  backup_overdue: { type: 'warning', roles: ['admin'] },
} as const satisfies Record<string, Notice>

export type NoticeKind = keyof typeof NOTICES
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[]
