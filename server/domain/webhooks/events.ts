import type { EventAction } from '../../../contract/core/events'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import type { WebhookEvent } from '../../../contract/partner/webhook-events'
import { SEATED } from '../reservations/status'
import { TOLD_FIELDS } from './public-fields'

/* What a change comes to in a partner's words. */

/** What was written down of a change. */
export interface Written {
  action: EventAction
  changes: readonly { field: string; old: unknown; new: unknown }[]
}

export interface Told {
  type: WebhookEvent
  /** Fields that changed, as they were. */
  previous: Record<string, unknown>
}

const STEPS: Readonly<Record<string, WebhookEvent>> = {
  on_hold: 'trip.held',
  confirmed: 'trip.confirmed',
  checked_in: 'trip.checked_in',
  no_show: 'trip.no_show',
  cancelled: 'trip.cancelled',
  rejected: 'trip.cancelled',
  expired: 'trip.expired',
}
const TRAVELS: readonly unknown[] = SEATED
/** Partners know the total by the name that it has on trips. */
const NAMES: Readonly<Record<string, string>> = { total_minor: 'gross_minor' }

/** What a transaction's changes of one trip come to, all in all; null where it is nothing for its partner. */
export function tripEvent(written: readonly Written[]): Told | null {
  if (written.some(({ action }) => action === 'reservations.deleted')) return null
  // To a partner who gets it from another one, what it was before is nobody else's to tell.
  if (written.some(({ action }) => action === 'reservations.handed_over')) return { type: 'trip.changed', previous: {} }
  const isNew = written.some(({ action }) => action === 'reservations.created')
  const changes = merged(written).filter(({ field }) => TOLD_FIELDS.includes(field))
  if (changes.length === 0) return null
  const previous = isNew
    ? {}
    : Object.fromEntries(changes.map(({ field, old }) => [NAMES[field] ?? field, old ?? null]))
  const status = changes.find(({ field }) => field === 'status')
  const isBack = status?.new === 'confirmed' && TRAVELS.includes(status.old)
  const step = status && !isBack ? STEPS[String(status.new)] : undefined
  if (step) return { type: step, previous }
  const legs = changes.find(({ field }) => field === 'legs')
  return { type: legs && journeysOf(legs.old) !== journeysOf(legs.new) ? 'trip.moved' : 'trip.changed', previous }
}

/** Whether a change may be something to a partner, alone or beside others of the same transaction. */
export function isToldToPartners(type: 'reservations' | 'journeys', written: Written): boolean {
  if (type === 'journeys') return journeyEvent([written]) !== null
  return written.action === 'reservations.deleted' || tripEvent([written]) !== null
}

/** What a transaction's changes of one journey come to for those whose trips are on it; null where it is nothing. */
export function journeyEvent(written: readonly Written[]): Told | null {
  const changes = merged(written)
  const changed = (field: string) => changes.find((change) => change.field === field)
  const status = changed('service_status')
  if (status?.new === 'cancelled') return { type: 'journey.cancelled', previous: { service_status: status.old } }
  const delay = changed('delay_min')
  if (delay) return { type: 'journey.delayed', previous: { delay_min: delay.old } }
  const vehicle = changed('vehicle_id')
  return vehicle ? { type: 'journey.vehicle_changed', previous: {} } : null
}

/** Each field once: as it was before all of the changes, and as it is after them. */
function merged(written: readonly Written[]): { field: string; old: unknown; new: unknown }[] {
  const fields = new Map<string, { field: string; old: unknown; new: unknown }>()
  for (const { field, old, new: now } of written.flatMap(({ changes }) => changes))
    fields.set(field, { field, old: fields.has(field) ? fields.get(field)?.old : old, new: now })
  return [...fields.values()].filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
}

const journeysOf = (legs: unknown): string =>
  Array.isArray(legs) ? (legs as ReservationLeg[]).map((leg) => leg.journey_id).join() : ''
