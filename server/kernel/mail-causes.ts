import type { MailKind } from '../../contract/core/vocabulary'
import type { AuditEntry, Change } from '../db/audit-entry'
import { WRITE_MAIL, enqueue } from '../db/jobs'
import type { Tx } from '../db/transaction'

/** Why a mail is written: what a job of the kind `mail.write` is given. */
export interface MailCause {
  kind: MailKind
  /** The reservation or the journey that it is about. */
  entity_id: string
  reason: string | null
  /** The journeys that a party that was moved has left, and those that it is on instead. */
  left_journey_ids: string[]
  joined_journey_ids: string[]
}

/** Minutes from which on passengers are told of a delay. */
const DELAY_TOLD_FROM_MIN = 5
const SEATED: readonly unknown[] = ['confirmed', 'checked_in', 'boarded']
const ASKED: readonly unknown[] = ['pending', ...SEATED]

/** Leaves the mail that passengers get for a change, to be written once the change has committed. */
export async function leaveMail(tx: Tx, entry: AuditEntry): Promise<void> {
  const kind = mailOf(entry)
  if (kind === null || entry.entity === null) return
  const cause: MailCause = {
    kind,
    entity_id: entry.entity.id,
    reason: entry.reason ?? null,
    ...moveOf(entry.changes ?? []),
  }
  await enqueue(tx, { kind: WRITE_MAIL, payload: { ...cause } })
}

function mailOf({ action, changes = [] }: AuditEntry): MailKind | null {
  const [noun, verb = ''] = action.split('.')
  if (noun === 'journeys') return ofDelay(changes)
  return noun === 'reservations' ? ofReservation(verb, changes) : null
}

function ofReservation(verb: string, changes: readonly Change[]): MailKind | null {
  if (verb === 'deleted') return null
  const status = changes.find(({ field }) => field === 'status')
  if (verb === 'created')
    return status?.new === 'confirmed' && changes.some(({ field }) => field === 'lead_email')
      ? 'booking_confirmed'
      : null
  if (status) return ofStep(status)
  if (verb === 'moved') return 'booking_moved'
  return verb === 'amended' || verb === 'passengers_cancelled' ? 'booking_changed' : null
}

function ofStep({ old, new: now }: Change): MailKind | null {
  if (now === 'confirmed') return SEATED.includes(old) ? null : 'booking_confirmed'
  if (now === 'cancelled') return ASKED.includes(old) ? 'booking_cancelled' : null
  return now === 'rejected' ? 'booking_declined' : null
}

function ofDelay(changes: readonly Change[]): MailKind | null {
  const delay = changes.find(({ field }) => field === 'delay_min')
  if (!delay || delay.old === null) return null
  if (Number(delay.new) >= DELAY_TOLD_FROM_MIN) return 'departure_delayed'
  return Number(delay.old) >= DELAY_TOLD_FROM_MIN ? 'departure_on_time' : null
}

function moveOf(changes: readonly Change[]): Pick<MailCause, 'left_journey_ids' | 'joined_journey_ids'> {
  const legs = changes.find(({ field }) => field === 'legs')
  const [before, now] = [journeysOf(legs?.old), journeysOf(legs?.new)]
  return {
    left_journey_ids: before.filter((id) => !now.includes(id)),
    joined_journey_ids: now.filter((id) => !before.includes(id)),
  }
}

const journeysOf = (legs: unknown) =>
  Array.isArray(legs) ? legs.map((leg: { journey_id: string }) => leg.journey_id) : []
