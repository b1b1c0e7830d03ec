import { DELAY_TOLD_FROM_MIN } from '../../../../contract/core/limits'
import { NOTICES, type NoticeKind } from '../../../../contract/core/notices'
import { wordNotice, type NoticeValues } from '../../../kernel/notices/wording'
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
  kind: NoticeKind
  values: NoticeValues
  entity: { type: string; id: string }
  /** Where it leads; to the page of what it is about unless said. */
  url?: string
  at: number
}

/** Messages that are older than this have been read. */
const READ_AFTER_MS = 9 * HOUR_MS
const SALES_EACH = 12

/** What the people of the demo were told in the last days: what the product itself tells, in each reader's language. */
export function notifications(
  reservations: readonly Reservation[],
  runs: readonly LiveRun[],
  clock: Clock,
): RowOf<'notifications'>[] {
  const traffic = trafficMessages(runs, clock)
  const sales = salesMessages(reservations, runs, clock)
  const office = officeMessages(clock)
  const boxes: Record<string, Message[]> = {
    admin: [...office, ...traffic.slice(0, 3), ...sales.slice(0, 4)],
    dispatcher: [...traffic, ...sales.slice(0, 3)],
    agent: [...sales, ...traffic.slice(0, 2)],
    'javier.montes': [...office, ...traffic.slice(0, 4)],
  }
  return USERS.flatMap(({ username, locale }) =>
    (boxes[username] ?? []).map(({ kind, values, entity, at, url }) => {
      const isRead = at < clock.now - READ_AFTER_MS
      return {
        id: idOf('notification', username, kind, entity.id),
        user_id: userId(username),
        kind,
        wording: values,
        ...wordNotice(kind, values, locale),
        notification_type: NOTICES[kind].type,
        is_read: isRead,
        read_at: isRead ? utcText(Math.min(at + 2 * HOUR_MS, clock.now)) : null,
        action_url: url ?? `/${entity.type}/${entity.id}/show`,
        entity_type: entity.type,
        entity_id: entity.id,
        created_at: utcText(at),
      }
    }),
  )
}

function trafficMessages(runs: readonly LiveRun[], { now }: Clock): Message[] {
  const about = (run: LiveRun, kind: NoticeKind, at: number): Message => ({
    kind,
    values: { label: run.code, count: run.delayMin, vehicle: run.vehicle?.fleetCode ?? '–' },
    entity: { type: 'journeys', id: run.id },
    at,
  })
  const near = runs.filter((run) => run.departs > now - 6 * HOUR_MS && run.departs < now + 48 * HOUR_MS)
  const late = near
    .filter((run) => run.delayMin >= DELAY_TOLD_FROM_MIN && run.departs - 8 * MINUTE_MS < now)
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

const TOLD: Partial<Record<Reservation['status'], NoticeKind>> = {
  confirmed: 'reservation_confirmed',
  on_hold: 'reservation_held',
  pending: 'reservation_requested',
  cancelled: 'reservation_cancelled',
  expired: 'reservation_expired',
}

function salesMessages(reservations: readonly Reservation[], runs: readonly LiveRun[], { now }: Clock): Message[] {
  const codes = new Map(runs.map(({ id, code }) => [id, code]))
  return reservations
    .filter((row) => row.channel !== 'back_office' && row.environment === 'live')
    .flatMap((row) => {
      const kind = TOLD[row.status]
      const at = Date.parse(row.updated_at)
      const journey = codes.get(row.journey_id ?? '') ?? row.travel_at?.slice(0, 10) ?? ''
      const values = { label: row.reference, count: row.seats, journey }
      return kind && at > now - 72 * HOUR_MS ? [{ kind, values, entity: { type: 'reservations', id: row.id }, at }] : []
    })
    .toSorted((a, b) => b.at - a.at)
    .slice(0, SALES_EACH)
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
    at: now - 30 * HOUR_MS,
  },
]
