import type { EventAction } from '../../../contract/core/events'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import type { WebhookEvent } from '../../../contract/partner/webhook-events'
import { SEATED } from '../reservations/status'
import { PUBLISHED_FIELDS } from './public-fields'

/* Maps audited changes to webhook events. */

/** The audit record of a change. */
export interface Written {
  action: EventAction
  changes: readonly { field: string; old: unknown; new: unknown }[]
}

export interface PartnerEvent {
  type: WebhookEvent
  /** Previous values of the changed fields. */
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
/** Names of fields on trips that differ from those of a reservation. */
const NAMES: Readonly<Record<string, string>> = { total_minor: 'gross_minor' }

/** Returns the event for all changes of one trip in a transaction; null = the partner is not notified. */
export function tripEvent(written: readonly Written[]): PartnerEvent | null {
  if (written.some(({ action }) => action === 'reservations.deleted')) return null
  // After a hand-over the previous values are not visible to the new partner.
  if (written.some(({ action }) => action === 'reservations.handed_over')) return { type: 'trip.changed', previous: {} }
  const isNew = written.some(({ action }) => action === 'reservations.created')
  const changes = merged(written).filter(({ field }) => PUBLISHED_FIELDS.includes(field))
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

/** Returns whether a change may be published to partners, alone or with others of the same transaction. */
export function isPublishedToPartners(type: 'reservations' | 'journeys', written: Written): boolean {
  if (type === 'journeys') return journeyEvent([written]) !== null
  return written.action === 'reservations.deleted' || tripEvent([written]) !== null
}

/** Returns the event for all changes of one journey in a transaction, for partners with trips on it; null = none. */
export function journeyEvent(written: readonly Written[]): PartnerEvent | null {
  const changes = merged(written)
  const changed = (field: string) => changes.find((change) => change.field === field)
  const status = changed('service_status')
  if (status?.new === 'cancelled') return { type: 'journey.cancelled', previous: { service_status: status.old } }
  const delay = changed('delay_min')
  if (delay) return { type: 'journey.delayed', previous: { delay_min: delay.old } }
  const vehicle = changed('vehicle_id')
  return vehicle ? { type: 'journey.vehicle_changed', previous: {} } : null
}

/** Merges changes by field: the value before all of them, and the value after them. */
function merged(written: readonly Written[]): { field: string; old: unknown; new: unknown }[] {
  const fields = new Map<string, { field: string; old: unknown; new: unknown }>()
  for (const { field, old, new: now } of written.flatMap(({ changes }) => changes))
    fields.set(field, { field, old: fields.has(field) ? fields.get(field)?.old : old, new: now })
  return [...fields.values()].filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
}

const journeysOf = (legs: unknown): string =>
  Array.isArray(legs) ? (legs as ReservationLeg[]).map((leg) => leg.journey_id).join() : ''
