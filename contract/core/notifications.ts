import type { NOTIFICATION_TYPES, Role } from './vocabulary'

/**
 * All kinds of notifications, with the roles that must act on each and the roles that may follow it.
 * The texts of each kind are under `app.notifications.<kind>`. docs/domain/notifications.md gives the reason for the
 * recipients of each kind, and a test compares the two.
 */

interface Notice {
  type: (typeof NOTIFICATION_TYPES)[number]
  /** Roles that must act on it: their accounts get it if it concerns one of their stations. */
  roles: readonly Role[]
  /** Roles that also get it if the user follows everything. */
  followers: readonly Role[]
  /** The user who booked the reservation gets it, regardless of role and stations. */
  toBooker?: true
  /** The end of a background job: the user who started the job also gets it. */
  isJob?: true
  /** Unread ones of one recipient are merged into one notification. */
  isGrouped?: true
}

const LEADERS = ['admin', 'manager'] as const
const TRAFFIC = ['admin', 'manager', 'dispatcher'] as const
const DISPATCH = ['dispatcher'] as const
const DESK = ['dispatcher', 'agent'] as const
const FRONT = ['admin', 'manager', 'dispatcher', 'agent'] as const
const MONEY = ['admin', 'manager', 'agent'] as const
/** Roles of `FRONT` that need not act on the work of dispatchers. */
const BESIDE_DISPATCH = ['admin', 'manager', 'agent'] as const
const NO_ROLES = [] as const

const ofBooking = { type: 'reservation_update', roles: NO_ROLES, isGrouped: true } as const

export const NOTIFICATIONS = {
  reservation_created: { ...ofBooking, followers: FRONT },
  reservation_held: { ...ofBooking, followers: DESK },
  reservation_requested: { ...ofBooking, roles: LEADERS, followers: DESK },
  reservation_confirmed: { ...ofBooking, followers: DESK, toBooker: true },
  reservation_changed: { ...ofBooking, followers: DESK, toBooker: true },
  reservation_cancelled: { ...ofBooking, followers: FRONT, toBooker: true },
  reservation_rejected: { ...ofBooking, followers: DESK, toBooker: true },
  reservation_hold_ends: { ...ofBooking, type: 'warning', followers: NO_ROLES, toBooker: true },
  reservation_expired: { ...ofBooking, type: 'warning', followers: DESK, toBooker: true },
  payment_unexpected: { type: 'warning', roles: MONEY, followers: NO_ROLES },
  refund_failed: { type: 'error', roles: MONEY, followers: NO_ROLES },
  vehicle_withdrawn: { type: 'vehicle_update', roles: DISPATCH, followers: LEADERS },
  vehicle_back: { type: 'vehicle_update', roles: NO_ROLES, followers: TRAFFIC },
  vehicle_retired: { type: 'vehicle_update', roles: NO_ROLES, followers: TRAFFIC },
  vehicle_papers_end: { type: 'warning', roles: TRAFFIC, followers: NO_ROLES },
  driver_papers_end: { type: 'warning', roles: TRAFFIC, followers: NO_ROLES },
  downtime_planned: { type: 'vehicle_update', roles: NO_ROLES, followers: TRAFFIC },
  downtime_moved: { type: 'vehicle_update', roles: NO_ROLES, followers: TRAFFIC },
  downtime_lifted: { type: 'vehicle_update', roles: NO_ROLES, followers: TRAFFIC },
  route_created: { type: 'route_update', roles: NO_ROLES, followers: TRAFFIC },
  route_changed: { type: 'route_update', roles: NO_ROLES, followers: FRONT },
  route_retired: { type: 'route_update', roles: NO_ROLES, followers: FRONT },
  route_deleted: { type: 'route_update', roles: NO_ROLES, followers: TRAFFIC },
  journey_cancelled: { type: 'error', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_reinstated: { type: 'success', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_delayed: { type: 'route_update', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_on_time: { type: 'route_update', roles: NO_ROLES, followers: DESK, isGrouped: true },
  journey_connections_missed: { type: 'warning', roles: DISPATCH, followers: BESIDE_DISPATCH, isGrouped: true },
  journey_clash: { type: 'warning', roles: DISPATCH, followers: LEADERS, isGrouped: true },
  journey_unassigned: { type: 'warning', roles: DISPATCH, followers: LEADERS, isGrouped: true },
  journey_vehicle_changed: { type: 'vehicle_update', roles: NO_ROLES, followers: TRAFFIC, isGrouped: true },
  credential_created: { type: 'system_alert', roles: LEADERS, followers: NO_ROLES },
  credential_changed: { type: 'system_alert', roles: LEADERS, followers: NO_ROLES },
  credential_revoked: { type: 'system_alert', roles: LEADERS, followers: NO_ROLES },
  partner_hold_limit: { type: 'warning', roles: LEADERS, followers: DESK },
  partner_holds_repeated: { type: 'warning', roles: LEADERS, followers: DESK },
  webhook_disabled: { type: 'warning', roles: LEADERS, followers: NO_ROLES },
  import_finished: { type: 'success', roles: NO_ROLES, followers: TRAFFIC, isJob: true },
  import_failed: { type: 'error', roles: LEADERS, followers: NO_ROLES, isJob: true },
  task_finished: { type: 'success', roles: NO_ROLES, followers: NO_ROLES, isJob: true },
  export_ready: { type: 'success', roles: NO_ROLES, followers: NO_ROLES, isJob: true },
  task_failed: { type: 'error', roles: NO_ROLES, followers: NO_ROLES, isJob: true },
  backup_made: { type: 'success', roles: NO_ROLES, followers: NO_ROLES, isJob: true },
  backup_failed: { type: 'error', roles: ['admin'], followers: NO_ROLES, isJob: true },
  backup_overdue: { type: 'warning', roles: ['admin'], followers: NO_ROLES },
} as const satisfies Record<string, Notice>

export type NotificationKind = keyof typeof NOTIFICATIONS
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[]
export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(NOTIFICATIONS, kind)
