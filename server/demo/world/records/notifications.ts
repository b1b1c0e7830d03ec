import { DELAY_NOTIFIED_FROM_MIN } from '../../../../contract/core/limits/notifications'
import { NOTIFICATIONS, type NotificationKind } from '../../../../contract/core/notifications'
import type { Role } from '../../../../contract/core/vocabulary'
import type { NotificationValues } from '../../../kernel/notifications/wording'
import { groupBy } from '../../../domain/group-by'
import { utcText } from '../../../domain/timetable/service-time'
import { idOf } from '../chance'
import { HOUR_MS, MINUTE_MS, type Clock } from '../clock'
import { BROKEN_DOWN, vehicleId } from '../fleet/vehicles'
import type { LiveRun } from '../operation/journeys'
import { userId, USERS } from '../people/users'
import type { ReservationRows } from '../reservations/rows'
import type { RowOf } from '../rows'
import { partnerId } from '../sales/partners'

type Reservation = ReservationRows['reservations'][number]

interface Message {
  kind: NotificationKind
  values: NotificationValues
  entity: { type: string; id: string }
  /** Page that it opens; the page of its record by default. */
  url?: string
  at: number
  /** User who owns the booking or task; notified in addition to the roles that have to act on it. */
  owner?: string | null
}

/** Age from which messages are marked as read. */
const READ_AFTER_MS = 9 * HOUR_MS
/** Users with notifications. */
const READERS: readonly string[] = ['admin', 'dispatcher', 'agent', 'javier.montes']
const EACH_MAX = 12

/** Returns the notifications of the last days: only those for each user's role, grouped as in the product. */
export function notifications(
  reservations: readonly Reservation[],
  runs: readonly LiveRun[],
  clock: Clock,
): RowOf<'notifications'>[] {
  const messages = [...trafficMessages(runs, clock), ...salesMessages(reservations, clock), ...officeMessages(clock)]
  return USERS.filter(({ username }) => READERS.includes(username)).flatMap(({ username, role }) => {
    const needed = messages
      .filter(({ kind, owner }) => owner === userId(username) || isFor(NOTIFICATIONS[kind].roles, role))
      .toSorted((a, b) => b.at - a.at)
      .slice(0, EACH_MAX)
    const isRead = ({ at }: Message) => at < clock.now - READ_AFTER_MS
    const rows = groupBy(needed, (message) =>
      'isGrouped' in NOTIFICATIONS[message.kind] ? `${message.kind} ${isRead(message)}` : message.entity.id,
    )
    return [...rows.values()].flatMap((alike) => {
      const [latest] = alike
      if (!latest) return []
      const { kind, values, entity, at, url } = latest
      const isGrouped = 'isGrouped' in NOTIFICATIONS[kind]
      return {
        id: idOf('notification', username, kind, entity.id),
        user_id: userId(username),
        kind,
        wording: values,
        title: null,
        message: null,
        notification_type: NOTIFICATIONS[kind].type,
        is_read: isRead(latest),
        read_at: isRead(latest) ? utcText(Math.min(at + 2 * HOUR_MS, clock.now)) : null,
        action_url: url ?? `/${entity.type}/${entity.id}/show`,
        entity_type: entity.type,
        entity_id: entity.id,
        created_at: utcText(at),
        group_id: isGrouped ? idOf('notifications', username, kind, entity.id) : null,
        is_open: isGrouped,
        record_ids: isGrouped ? alike.map((message) => message.entity.id).toReversed() : [],
      }
    })
  })
}

const isFor = (roles: readonly Role[], role: Role): boolean => roles.includes(role)

function trafficMessages(runs: readonly LiveRun[], { now }: Clock): Message[] {
  const about = (run: LiveRun, kind: NotificationKind, at: number): Message => ({
    kind,
    values: { label: run.code, count: run.delayMin, vehicle: run.vehicle?.fleetCode ?? '–' },
    entity: { type: 'journeys', id: run.id },
    at,
  })
  const near = runs.filter((run) => run.departs > now - 6 * HOUR_MS && run.departs < now + 48 * HOUR_MS)
  const late = near
    .filter((run) => run.delayMin >= DELAY_NOTIFIED_FROM_MIN && run.departs - 8 * MINUTE_MS < now)
    .map((run) => about(run, 'journey_delayed', run.departs - 8 * MINUTE_MS))
  const cancelled = near
    .filter((run) => run.status === 'cancelled')
    .map((run) => about(run, 'journey_cancelled', now - 2 * HOUR_MS))
  const broken: Message = {
    kind: 'vehicle_withdrawn',
    values: { label: BROKEN_DOWN },
    entity: { type: 'vehicles', id: vehicleId(BROKEN_DOWN) },
    at: now - 50 * HOUR_MS,
  }
  return [...cancelled, ...late, broken]
}

const KIND_BY_STATUS: Partial<Record<Reservation['status'], NotificationKind>> = {
  pending: 'reservation_requested',
  cancelled: 'reservation_cancelled',
  expired: 'reservation_expired',
}

function salesMessages(reservations: readonly Reservation[], { now }: Clock): Message[] {
  return reservations
    .filter((row) => row.channel !== 'back_office' && row.environment === 'live')
    .flatMap((row) => {
      const kind = KIND_BY_STATUS[row.status]
      const at = Date.parse(row.updated_at)
      const values = { label: row.reference, count: row.seats }
      const owner = kind && 'toBooker' in NOTIFICATIONS[kind] ? row.booked_by_user_id : null
      return kind && at > now - 72 * HOUR_MS
        ? [{ kind, values, entity: { type: 'reservations', id: row.id }, at, owner }]
        : []
    })
}

const officeMessages = ({ now }: Clock): Message[] => [
  {
    kind: 'credential_created',
    values: { label: 'ALANDALUS' },
    entity: { type: 'partners', id: partnerId('ALANDALUS') },
    at: now - 40 * MINUTE_MS,
  },
  {
    kind: 'import_finished',
    values: { label: 'winter-timetable.zip', count: 214 },
    entity: { type: 'import-runs', id: idOf('import', 'winter') },
    url: '/routes/import',
    owner: userId('admin'),
    at: now - 30 * HOUR_MS,
  },
]
