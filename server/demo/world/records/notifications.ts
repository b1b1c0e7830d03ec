import type { NOTIFICATION_TYPES } from '../../../../contract/vocabulary'
import { utcText } from '../../../domain/timetable/service-time'
import { idOf } from '../chance'
import { HOUR_MS, MINUTE_MS, type Clock } from '../clock'
import { BROKEN_DOWN, vehicleId } from '../fleet/vehicles'
import type { LiveRun } from '../operation/journeys'
import { staffId } from '../people/staff'
import { userId } from '../people/users'
import type { ReservationRows } from '../reservations/rows'
import type { RowOf } from '../rows'
import { partnerId } from '../sales/partners'

type Reservation = ReservationRows['reservations'][number]

interface Message {
  type: (typeof NOTIFICATION_TYPES)[number]
  title: string
  message: string
  entity: { type: string; id: string } | null
  at: number
}

/** Messages that are older than this have been read. */
const READ_AFTER_MS = 9 * HOUR_MS
const SALES_EACH = 12

/** What the people of the demo were told in the last days. */
export function notifications(
  reservations: readonly Reservation[],
  runs: readonly LiveRun[],
  clock: Clock,
): RowOf<'notifications'>[] {
  const traffic = trafficMessages(runs, clock)
  const sales = salesMessages(reservations, clock)
  const office = officeMessages(clock)
  const boxes: Record<string, Message[]> = {
    admin: [...office, ...traffic.slice(0, 3), ...sales.slice(0, 4)],
    dispatcher: [...traffic, ...office.slice(0, 2), ...sales.slice(0, 3)],
    agent: [...sales, ...traffic.slice(0, 2)],
    'javier.montes': [...office, ...traffic.slice(0, 4)],
  }
  return Object.entries(boxes).flatMap(([username, messages]) =>
    messages.map(({ type, title, message, entity, at }) => {
      const isRead = at < clock.now - READ_AFTER_MS
      return {
        id: idOf('notification', username, title, message),
        user_id: userId(username),
        title,
        message,
        notification_type: type,
        is_read: isRead,
        read_at: isRead ? utcText(Math.min(at + 2 * HOUR_MS, clock.now)) : null,
        action_url: entity === null ? null : `/${entity.type}/${entity.id}/show`,
        entity_type: entity?.type ?? null,
        entity_id: entity?.id ?? null,
        created_at: utcText(at),
      }
    }),
  )
}

function trafficMessages(runs: readonly LiveRun[], { now }: Clock): Message[] {
  const about = (run: LiveRun, type: Message['type'], title: string, message: string, at: number): Message => ({
    type,
    title,
    message,
    entity: { type: 'journeys', id: run.id },
    at,
  })
  const near = runs.filter((run) => run.departs > now - 6 * HOUR_MS && run.departs < now + 48 * HOUR_MS)
  const late = near
    .filter((run) => run.delayMin >= 5 && run.departs - 8 * MINUTE_MS < now)
    .map((run) =>
      about(
        run,
        'route_update',
        `${run.code} runs late`,
        `${run.delayMin} minutes at the moment.`,
        run.departs - 8 * MINUTE_MS,
      ),
    )
  const lacking = near
    .filter((run) => run.driver === null && run.status === 'scheduled')
    .map((run, index) =>
      about(
        run,
        'warning',
        `${run.code} has no driver`,
        'It leaves within a day: assign somebody.',
        now - (20 + 35 * index) * MINUTE_MS,
      ),
    )
  const cancelled = near
    .filter((run) => run.status === 'cancelled')
    .map((run) =>
      about(
        run,
        'error',
        `${run.code} is cancelled`,
        `${run.cancelReason ?? ''}. Its passengers were told.`,
        now - 2 * HOUR_MS,
      ),
    )
  const breakdown: Message = {
    type: 'vehicle_update',
    title: `${BROKEN_DOWN} is out of service`,
    message: 'Gearbox damaged, waiting for the part.',
    entity: { type: 'vehicles', id: vehicleId(BROKEN_DOWN) },
    at: now - 50 * HOUR_MS,
  }
  return [...lacking, ...late, ...cancelled, breakdown]
}

const TOLD: Partial<Record<Reservation['status'], { type: Message['type']; what: string }>> = {
  confirmed: { type: 'reservation_update', what: 'is confirmed' },
  on_hold: { type: 'reservation_update', what: 'holds seats' },
  pending: { type: 'reservation_update', what: 'waits for an answer' },
  cancelled: { type: 'warning', what: 'is cancelled' },
}

function salesMessages(reservations: readonly Reservation[], { now }: Clock): Message[] {
  return reservations
    .filter(
      (row) =>
        row.channel !== 'back_office' &&
        TOLD[row.status] !== undefined &&
        Date.parse(row.updated_at) > now - 72 * HOUR_MS,
    )
    .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
    .slice(0, SALES_EACH)
    .map((row) => ({
      type: TOLD[row.status]?.type ?? 'reservation_update',
      title: `${row.reference} ${TOLD[row.status]?.what ?? ''}`,
      message: `${row.lead_name}, ${row.seats} ${row.seats === 1 ? 'seat' : 'seats'}.`,
      entity: { type: 'reservations', id: row.id },
      at: Date.parse(row.updated_at),
    }))
}

const officeMessages = ({ now }: Clock): Message[] => [
  {
    type: 'warning',
    title: 'A driving licence ends soon',
    message: 'The licence of Francisco Olmedo ends within two weeks.',
    entity: { type: 'staff', id: staffId(4) },
    at: now - 5 * HOUR_MS,
  },
  {
    type: 'warning',
    title: 'B04: insurance ends within a week',
    message: 'Renew it, or take the vehicle out of service.',
    entity: { type: 'vehicles', id: vehicleId('B04') },
    at: now - 7 * HOUR_MS,
  },
  {
    type: 'success',
    title: 'Partner ALANDALUS was created',
    message: 'The invitation to its owner is on the way.',
    entity: { type: 'partners', id: partnerId('ALANDALUS') },
    at: now - 70 * HOUR_MS,
  },
  {
    type: 'system_alert',
    title: 'This is a demo',
    message: 'The company, its people and its passengers are invented. The demo starts afresh every day.',
    entity: null,
    at: now - 10 * MINUTE_MS,
  },
]
