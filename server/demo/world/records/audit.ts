import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../clock'
import { BROKEN_DOWN, vehicleId } from '../fleet/vehicles'
import { routeId } from '../network/routes'
import type { LiveRun } from '../operation/journeys'
import { USERS, userId } from '../people/users'
import type { ReservationRows } from '../reservations/rows'
import type { RowOf } from '../rows'
import { SELLING_PARTNERS, partnerId } from '../sales/partners'

type Event = RowOf<'audit_events'>
type Reservation = ReservationRows['reservations'][number]
type Change = { field: string; old: unknown; new: unknown }

/** Length of the demo's history. */
const TRAIL_MS = 4 * DAY_MS

interface AuditEntry {
  at: number
  by: Pick<Event, 'actor_kind' | 'actor_id' | 'actor_name'>
  action: string
  entity: { type: string; id: string; label: string }
  changes: Change[]
  reason?: string | null
}

/** Returns the history of the last days: sales and their changes, assignments, the breakdown, sign-ins. */
export function auditEvents(reservations: readonly Reservation[], runs: readonly LiveRun[], clock: Clock): Event[] {
  const deeds = [
    ...reservations.flatMap(saleEntries),
    ...runs.flatMap(journeyEntries),
    ...signIns(clock),
    ...masterData(clock),
  ].filter((deed) => deed.at > clock.now - TRAIL_MS && deed.at <= clock.now)
  return deeds.toSorted((a, b) => a.at - b.at).map(eventOf)
}

function eventOf({ at, by, action, entity, changes, reason = null }: AuditEntry): Event {
  const chance = new Chance(`audit ${at} ${action} ${entity.id}`)
  return {
    id: idOf('audit', at, action, entity.id),
    at: utcText(at),
    ...by,
    ip: by.actor_kind === 'user' ? `192.0.2.${chance.int(10, 60)}` : by.actor_kind === 'partner' ? '203.0.113.7' : null,
    request_id: idOf('request', at, action, entity.id),
    action,
    entity_type: entity.type,
    entity_id: entity.id,
    entity_label: entity.label,
    changes,
    reason,
  }
}

function byUser(username: string): AuditEntry['by'] {
  const user = USERS.find((candidate) => candidate.username === username)
  return { actor_kind: 'user', actor_id: userId(username), actor_name: user ? `${user.first} ${user.last}` : username }
}

const SHOP: AuditEntry['by'] = { actor_kind: 'system', actor_id: null, actor_name: 'Web shop' }
const CLOCKWORK: AuditEntry['by'] = { actor_kind: 'system', actor_id: null, actor_name: 'Wayline' }

const USERNAMES = new Map(USERS.map(({ username }) => [userId(username), username]))

function sellerOf({ booked_by_user_id: user, partner_id: partner }: Reservation): AuditEntry['by'] {
  if (user !== null) return byUser(USERNAMES.get(user) ?? '')
  const known = SELLING_PARTNERS.find(({ code }) => partnerId(code) === partner)
  return known ? { actor_kind: 'partner', actor_id: partner, actor_name: known.code } : SHOP
}

function saleEntries(row: Reservation): AuditEntry[] {
  const entity = { type: 'reservations', id: row.id, label: row.reference }
  const first =
    row.status === 'on_hold' || row.status === 'expired'
      ? 'on_hold'
      : row.status === 'rejected'
        ? 'pending'
        : row.status === 'pending'
          ? 'pending'
          : 'confirmed'
  const created: AuditEntry = {
    at: Date.parse(row.created_at),
    by: sellerOf(row),
    action: 'reservations.created',
    entity,
    changes: [
      { field: 'status', old: null, new: first },
      { field: 'channel', old: null, new: row.channel },
      { field: 'lead_name', old: null, new: row.lead_name },
      { field: 'locale', old: null, new: row.locale },
    ],
  }
  const farmedOut: AuditEntry[] =
    row.operated_by_partner_id === null
      ? []
      : [
          {
            at: Date.parse(row.created_at) + HOUR_MS,
            by: byUser('dispatcher'),
            action: 'reservations.farmed_out',
            entity,
            changes: [{ field: 'operated_by_partner_id', old: null, new: row.operated_by_partner_id }],
          },
        ]
  if (row.status === first) return [created, ...farmedOut]
  const isLater = row.status === 'expired'
  return [
    created,
    ...farmedOut,
    {
      at: Date.parse(row.updated_at),
      by: isLater ? CLOCKWORK : ['cancelled', 'rejected'].includes(row.status) ? sellerOf(row) : byUser('dispatcher'),
      action: isLater ? 'reservations.expired' : 'reservations.updated',
      entity,
      changes: [{ field: 'status', old: first, new: row.status }],
      reason: row.cancel_reason,
    },
  ]
}

function journeyEntries(run: LiveRun): AuditEntry[] {
  const entity = { type: 'journeys', id: run.id, label: run.code }
  const by = byUser(new Chance(`dispatcher of ${run.code}`).is(0.6) ? 'dispatcher' : 'pablo.reina')
  const assigned: AuditEntry[] =
    run.vehicle && run.driver && run.offset >= 0 && run.offset < 3
      ? [
          {
            at: run.departs - 3 * DAY_MS - 20 * MINUTE_MS,
            by,
            action: 'journeys.updated',
            entity,
            changes: [
              { field: 'vehicle_id', old: null, new: run.vehicle.id },
              { field: 'driver_id', old: null, new: run.driver.id },
            ],
          },
        ]
      : []
  const late: AuditEntry[] =
    run.delayMin > 0
      ? [
          {
            at: run.departs - 8 * MINUTE_MS,
            by,
            action: 'journeys.updated',
            entity,
            changes: [{ field: 'delay_min', old: 0, new: run.delayMin }],
          },
        ]
      : []
  return [...assigned, ...late]
}

const signIns = (clock: Clock): AuditEntry[] =>
  USERS.filter(({ status }) => status === undefined).flatMap(({ username }) =>
    [0, 1, 2].map((days) => ({
      at: clock.at(clock.day(-days), '07:30') + new Chance(`sign-in ${username} ${days}`).int(0, 90) * MINUTE_MS,
      by: byUser(username),
      action: 'auth.logged_in',
      entity: { type: 'users', id: userId(username), label: username },
      changes: [],
    })),
  )

function masterData(clock: Clock): AuditEntry[] {
  return [
    {
      at: clock.now - 50 * HOUR_MS,
      by: byUser('dispatcher'),
      action: 'vehicles.updated',
      entity: { type: 'vehicles', id: vehicleId(BROKEN_DOWN), label: BROKEN_DOWN },
      changes: [
        { field: 'status', old: 'available', new: 'out_of_service' },
        { field: 'status_reason', old: null, new: 'Gearbox damaged, waiting for the part' },
      ],
    },
    {
      at: clock.now - 26 * HOUR_MS,
      by: byUser('javier.montes'),
      action: 'routes.updated',
      entity: { type: 'routes', id: routeId('MLG-COR'), label: 'MLG-COR' },
      changes: [{ field: 'distance_km', old: 158, new: 160 }],
    },
    {
      at: clock.now - 3 * HOUR_MS,
      by: byUser('admin'),
      action: 'partners.updated',
      entity: { type: 'partners', id: partnerId('SUNVIA'), label: 'SUNVIA' },
      changes: [{ field: 'contact_email', old: 'sales@sunvia.example.com', new: 'partners@sunvia.example.com' }],
    },
  ]
}
