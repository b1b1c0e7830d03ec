import { partsOf, type EventAction, type EventVerb } from '../../../contract/core/events'
import type { NotificationKind } from '../../../contract/core/notifications'
import type { AuditChange } from '../../../contract/entities/audit-event'
import { DELAY_NOTIFIED_FROM_MIN } from '../../../contract/core/limits/notifications'

/** An audited change: its action, noun first, and its fields. */
export interface Audited {
  action: EventAction
  changes?: readonly AuditChange[]
}

/** Fields of a reservation that can change without anyone else having to act. */
const OFFICE_FIELDS = new Set([
  'status',
  'cancel_reason',
  'internal_notes',
  'customer_notes',
  'paid_minor',
  'payment_method',
  'partner_reference',
  'lead_email',
  'locale',
])

type Step = { from: unknown; to: unknown }

/** Returns the notification about an audited change; null = none is needed. */
export function notificationOf(entry: Audited): NotificationKind | null {
  const changes = entry.changes ?? []
  const { noun, verb } = partsOf(entry.action)
  switch (noun) {
    case 'reservations':
      return ofReservation(verb, changes)
    case 'vehicles':
      return ofVehicle(changes, verb)
    case 'vehicle_downtimes':
      return ofDowntime(verb, changes)
    case 'routes':
      return ofRoute(verb, changes)
    case 'journeys':
      return ofJourney(verb, changes)
    case 'staff':
      return verb === 'updated' && hasEarlierEnd(changes, ['licence_expires_on', 'medical_expires_on'])
        ? 'driver_papers_end'
        : null
    case 'gtfs':
      return verb === 'imported' ? 'import_finished' : verb === 'failed' ? 'import_failed' : null
    case 'task':
      return verb === 'finished' ? ofTask(changes) : verb === 'failed' ? 'task_failed' : null
    case 'backups':
      return ofBackup(verb)
    case 'partners':
      return ofPartner(verb)
    case 'partner_webhook':
      return verb === 'disabled' ? 'webhook_disabled' : null
    case 'partner_credential':
      return ofCredential(verb)
    default:
      return null
  }
}

function stepOf(changes: readonly AuditChange[], field: string): Step | null {
  const change = changes.find((candidate) => candidate.field === field)
  return change ? { from: change.old, to: change.new } : null
}

const RESERVATION_STATUS: Readonly<Record<string, NotificationKind>> = {
  on_hold: 'reservation_held',
  pending: 'reservation_requested',
  confirmed: 'reservation_confirmed',
  cancelled: 'reservation_cancelled',
  rejected: 'reservation_rejected',
  expired: 'reservation_expired',
}

function ofReservation(verb: EventVerb, changes: readonly AuditChange[]): NotificationKind | null {
  // The user who releases the seats has already dealt with them.
  if (verb === 'deleted' || verb === 'hold_released') return null
  if (verb === 'hold_ends') return 'reservation_hold_ends'
  if (verb === 'expired') return 'reservation_expired'
  if (verb === 'payment_unexpected' || verb === 'refund_failed') return verb
  const status = stepOf(changes, 'status')
  const kind = status ? (RESERVATION_STATUS[String(status.to)] ?? null) : null
  if (verb === 'created') return kind === 'reservation_confirmed' ? 'reservation_created' : kind
  if (status) return kind
  return changes.some(({ field }) => !OFFICE_FIELDS.has(field)) ? 'reservation_changed' : null
}

/** Whether papers expire earlier than before. Whether this affects a job is checked when the message is made. */
const hasEarlierEnd = (changes: readonly AuditChange[], fields: readonly string[]): boolean =>
  changes.some(
    ({ field, old, new: day }) =>
      fields.includes(field) && typeof day === 'string' && (typeof old !== 'string' || day < old),
  )

function ofVehicle(changes: readonly AuditChange[], verb: EventVerb): NotificationKind | null {
  if (verb !== 'updated') return null
  const status = stepOf(changes, 'status')
  if (!status)
    return hasEarlierEnd(changes, ['inspection_expires_on', 'insurance_expires_on']) ? 'vehicle_papers_end' : null
  if (status.to === 'available') return 'vehicle_back'
  return status.to === 'retired' ? 'vehicle_retired' : 'vehicle_withdrawn'
}

function ofDowntime(verb: EventVerb, changes: readonly AuditChange[]): NotificationKind | null {
  if (verb === 'created') return 'downtime_planned'
  if (verb === 'deleted') return 'downtime_lifted'
  return changes.some(({ field }) => field === 'starts_at' || field === 'ends_at') ? 'downtime_moved' : null
}

function ofRoute(verb: EventVerb, changes: readonly AuditChange[]): NotificationKind | null {
  if (verb === 'created') return 'route_created'
  if (verb === 'deleted') return 'route_deleted'
  if (stepOf(changes, 'status')?.to === 'retired') return 'route_retired'
  return changes.length > 0 ? 'route_changed' : null
}

const OF_JOURNEYS: Partial<Record<EventVerb, NotificationKind>> = {
  connections_missed: 'journey_connections_missed',
  clashed: 'journey_clash',
  unassigned_soon: 'journey_unassigned',
}

/** Verbs with audit entries of their own, or of a journey that was not known before. */
const JOURNEY_VERBS_WITHOUT_NOTIFICATION: ReadonlySet<EventVerb> = new Set([
  'created',
  'deleted',
  'farmed_out',
  'taken_back',
])

function ofJourney(verb: EventVerb, changes: readonly AuditChange[]): NotificationKind | null {
  const kind = OF_JOURNEYS[verb]
  if (kind) return kind
  if (JOURNEY_VERBS_WITHOUT_NOTIFICATION.has(verb)) return null
  const status = stepOf(changes, 'service_status')
  if (status?.to === 'cancelled') return 'journey_cancelled'
  if (status?.from === 'cancelled') return 'journey_reinstated'
  const delay = stepOf(changes, 'delay_min')
  if (delay && Number(delay.to) >= DELAY_NOTIFIED_FROM_MIN) return 'journey_delayed'
  if (delay && Number(delay.from) >= DELAY_NOTIFIED_FROM_MIN) return 'journey_on_time'
  return stepOf(changes, 'vehicle_id') ? 'journey_vehicle_changed' : null
}

function ofPartner(verb: EventVerb): NotificationKind | null {
  if (verb === 'hold_limit_reached') return 'partner_hold_limit'
  return verb === 'holds_repeated' ? 'partner_holds_repeated' : null
}

function ofCredential(verb: EventVerb): NotificationKind | null {
  if (verb === 'created') return 'credential_created'
  if (verb === 'revoked') return 'credential_revoked'
  return verb === 'updated' || verb === 'rotated' ? 'credential_changed' : null
}

function ofTask(changes: readonly AuditChange[]): NotificationKind {
  return changes.some(({ field, new: value }) => field === 'kind' && value === 'export')
    ? 'export_ready'
    : 'task_finished'
}

function ofBackup(verb: EventVerb): NotificationKind | null {
  if (verb === 'completed') return 'backup_made'
  if (verb === 'failed') return 'backup_failed'
  return verb === 'missed' ? 'backup_overdue' : null
}
