import type { NOTIFICATION_TYPES, Role } from './vocabulary'

/**
 * What people are told about: one entry for each kind of message, with the roles that have to act on it and those that may
 * follow it. Each kind has its words under `app.notifications.<kind>`. docs/domain/notifications.md says why each goes to
 * whom, and a test compares the two.
 */

interface Notice {
  type: (typeof NOTIFICATION_TYPES)[number]
  /** Accounts of these roles have to act on it: they get it whose stations it touches. */
  roles: readonly Role[]
  /** Those who get it, too, once they have chosen to follow everything. */
  followers: readonly Role[]
  /** Whoever booked the reservation gets it, whatever their role and stations. */
  toBooker?: true
  /** The end of a job that somebody started and then left: it goes to that person too. */
  isJob?: true
  /** Unread ones of one reader are one notification. */
  isGrouped?: true
}

const LEADERS = ['admin', 'manager'] as const
const TRAFFIC = ['admin', 'manager', 'dispatcher'] as const
const DISPATCH = ['dispatcher'] as const
const DESK = ['dispatcher', 'agent'] as const
const FRONT = ['admin', 'manager', 'dispatcher', 'agent'] as const
const MONEY = ['admin', 'manager', 'agent'] as const
/** Everybody of the front who need not act on what dispatchers have to. */
const BESIDE_DISPATCH = ['admin', 'manager', 'agent'] as const
const NOBODY = [] as const

const ofBooking = { type: 'reservation_update', roles: NOBODY, isGrouped: true } as const

export const NOTIFICATIONS = {
  reservation_created: { ...ofBooking, followers: FRONT },
  reservation_held: { ...ofBooking, followers: DESK },
  reservation_requested: { ...ofBooking, roles: LEADERS, followers: DESK },
  reservation_confirmed: { ...ofBooking, followers: DESK, toBooker: true },
  reservation_changed: { ...ofBooking, followers: DESK, toBooker: true },
  reservation_cancelled: { ...ofBooking, followers: FRONT, toBooker: true },
  reservation_rejected: { ...ofBooking, followers: DESK, toBooker: true },
  reservation_hold_ends: { ...ofBooking, type: 'warning', followers: NOBODY, toBooker: true },
  reservation_expired: { ...ofBooking, type: 'warning', followers: DESK, toBooker: true },
  payment_unexpected: { type: 'warning', roles: MONEY, followers: NOBODY },
  refund_failed: { type: 'error', roles: MONEY, followers: NOBODY },
  vehicle_withdrawn: { type: 'vehicle_update', roles: DISPATCH, followers: LEADERS },
  vehicle_back: { type: 'vehicle_update', roles: NOBODY, followers: TRAFFIC },
  vehicle_retired: { type: 'vehicle_update', roles: NOBODY, followers: TRAFFIC },
  vehicle_papers_end: { type: 'warning', roles: TRAFFIC, followers: NOBODY },
  driver_papers_end: { type: 'warning', roles: TRAFFIC, followers: NOBODY },
  downtime_planned: { type: 'vehicle_update', roles: NOBODY, followers: TRAFFIC },
  downtime_moved: { type: 'vehicle_update', roles: NOBODY, followers: TRAFFIC },
  downtime_lifted: { type: 'vehicle_update', roles: NOBODY, followers: TRAFFIC },
  route_created: { type: 'route_update', roles: NOBODY, followers: TRAFFIC },
  route_changed: { type: 'route_update', roles: NOBODY, followers: FRONT },
  route_retired: { type: 'route_update', roles: NOBODY, followers: FRONT },
  route_deleted: { type: 'route_update', roles: NOBODY, followers: TRAFFIC },
  journey_cancelled: { type: 'error', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_reinstated: { type: 'success', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_delayed: { type: 'route_update', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_on_time: { type: 'route_update', roles: NOBODY, followers: DESK, isGrouped: true },
  journey_connections_missed: { type: 'warning', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_clash: { type: 'warning', roles: DISPATCH, followers: LEADERS, isGrouped: true },
  journey_unassigned: { type: 'warning', roles: DISPATCH, followers: LEADERS, isGrouped: true },
  journey_vehicle_changed: { type: 'vehicle_update', roles: NOBODY, followers: TRAFFIC, isGrouped: true },
  credential_created: { type: 'system_alert', roles: LEADERS, followers: NOBODY },
  credential_changed: { type: 'system_alert', roles: LEADERS, followers: NOBODY },
  credential_revoked: { type: 'system_alert', roles: LEADERS, followers: NOBODY },
  partner_hold_limit: { type: 'warning', roles: LEADERS, followers: DESK },
  partner_holds_repeated: { type: 'warning', roles: LEADERS, followers: DESK },
  webhook_disabled: { type: 'warning', roles: LEADERS, followers: NOBODY },
  import_finished: { type: 'success', roles: NOBODY, followers: TRAFFIC, isJob: true },
  import_failed: { type: 'error', roles: LEADERS, followers: NOBODY, isJob: true },
  task_finished: { type: 'success', roles: NOBODY, followers: NOBODY, isJob: true },
  export_ready: { type: 'success', roles: NOBODY, followers: NOBODY, isJob: true },
  task_failed: { type: 'error', roles: NOBODY, followers: NOBODY, isJob: true },
  backup_made: { type: 'success', roles: NOBODY, followers: NOBODY, isJob: true },
  backup_failed: { type: 'error', roles: ['admin'], followers: NOBODY, isJob: true },
  backup_overdue: { type: 'warning', roles: ['admin'], followers: NOBODY },
} as const satisfies Record<string, Notice>

export type NotificationKind = keyof typeof NOTIFICATIONS
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[]
export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(NOTIFICATIONS, kind)
