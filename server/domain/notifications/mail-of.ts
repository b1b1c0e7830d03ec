import { partsOf, type EventVerb } from '../../../contract/core/events'
import { DELAY_NOTIFIED_FROM_MIN } from '../../../contract/core/limits/notifications'
import type { MailKind } from '../../../contract/core/vocabulary'
import type { AuditChange } from '../../../contract/entities/audit-event'
import { BOOKED, SEATED } from '../reservations/status'
import type { Audited } from './notification-of'

/** Mail to the company that runs a job for the operator. */
export type JobMailKind = Extract<MailKind, `job_${string}`>

const SOLD: readonly unknown[] = SEATED
const CHANGES: readonly EventVerb[] = ['amended', 'passengers_cancelled', 'way_there_cancelled', 'way_back_cancelled']
const ASKED: readonly unknown[] = ['pending', ...BOOKED]
/** Fields of a job that the company that runs it is notified of: time, place and vehicle type. */
const JOB_FIELDS: readonly string[] = ['hire', 'delay_min', 'vehicle_type_id']

/** Fields of a new reservation that decide who is notified, staff and others. */
export const FOLLOWED_WHEN_MADE: readonly string[] = ['status', 'lead_email', 'operated_by_partner_id']

/** Returns the mail to passengers about an audited change; null = none. */
export function mailOf({ action, changes = [] }: Audited): MailKind | null {
  const { noun, verb } = partsOf(action)
  if (noun === 'journeys') return ofDelay(changes)
  return noun === 'reservations' ? ofReservation(verb, changes) : null
}

function ofReservation(verb: EventVerb, changes: readonly AuditChange[]): MailKind | null {
  if (verb === 'deleted') return null
  const status = changes.find(({ field }) => field === 'status')
  if (verb === 'created')
    return status?.new === 'confirmed' && changes.some(({ field }) => field === 'lead_email')
      ? 'booking_confirmed'
      : null
  const ofStatus = status ? ofStep(status) : null
  if (ofStatus) return ofStatus
  // A change may return the party to an earlier status, for example one that removes its return leg.
  if (CHANGES.includes(verb) || (verb === 'cancellation_undone' && !status)) return 'booking_changed'
  return verb === 'moved' && !status ? 'booking_moved' : null
}

function ofStep({ old, new: now }: AuditChange): MailKind | null {
  if (now === 'confirmed') return SOLD.includes(old) ? null : 'booking_confirmed'
  if (now === 'cancelled') return ASKED.includes(old) ? 'booking_cancelled' : null
  return now === 'rejected' ? 'booking_declined' : null
}

function ofDelay(changes: readonly AuditChange[]): MailKind | null {
  const delay = changes.find(({ field }) => field === 'delay_min')
  if (!delay || delay.old === null) return null
  if (Number(delay.new) >= DELAY_NOTIFIED_FROM_MIN) return 'departure_delayed'
  return Number(delay.old) >= DELAY_NOTIFIED_FROM_MIN ? 'departure_on_time' : null
}

/** Returns whether a change may require mail to recipients outside the staff. */
export function isMailed(entry: Audited): boolean {
  const { action, changes = [] } = entry
  if (mailOf(entry) !== null) return true
  const { noun, verb } = partsOf(action)
  const isOfJob = (noun === 'journeys' || noun === 'reservations') && verb !== 'deleted'
  return isOfJob && (changes.some(({ field }) => field === 'operated_by_partner_id') || jobMailOf(changes) !== null)
}

/** Returns the journeys that a party has left, and those that it has joined. */
export function moveOf(changes: readonly AuditChange[]): Record<'left_journey_ids' | 'joined_journey_ids', string[]> {
  const legs = changes.find(({ field }) => field === 'legs')
  const [before, now] = [journeysOf(legs?.old), journeysOf(legs?.new)]
  return {
    left_journey_ids: before.filter((id) => !now.includes(id)),
    joined_journey_ids: now.filter((id) => !before.includes(id)),
  }
}

const journeysOf = (legs: unknown) =>
  Array.isArray(legs) ? legs.map((leg: { journey_id: string }) => leg.journey_id) : []

/** Returns the mail about a change to the company that already runs the job; null = none. */
export function jobMailOf(changes: readonly AuditChange[]): JobMailKind | null {
  const status = changes.find(({ field }) => field === 'status' || field === 'service_status')
  if (status?.new === 'cancelled') return 'job_withdrawn'
  if (status?.old === 'cancelled') return 'job_farmed_out'
  return changes.some(({ field, old }) => JOB_FIELDS.includes(field) && old !== null) ? 'job_changed' : null
}
