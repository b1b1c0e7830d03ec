import { uuidv7 } from 'uuidv7'
import { signalAfterCommit } from '../../db/after-commit'
import type { AuditActor } from '../../db/audit-entry'
import { notificationOf } from '../../domain/notifications/notification-of'
import type { Follower } from '../feature'
import { factsOf, factsOfReservations, type Facts } from './repository/facts'
import { writeNotifications, type NewNotification } from './repository/write'

/** Adds the actor's name, except for changes by the system. */
const signed = (facts: Facts, { kind, name }: AuditActor): Facts =>
  kind === 'system' ? facts : { ...facts, values: { ...facts.values, by: name } }

/** Writes notifications of changes to the staff concerned. */
export const notifyStaff: Follower = async (tx, events) => {
  const notified = events.flatMap(({ actor, entry, audience }) => {
    const kind = audience.staff ? notificationOf(entry) : null
    return kind && actor && entry.entity ? [{ kind, actor, entry, entity: entry.entity }] : []
  })
  const bookings = notified.flatMap(({ entity }) => (entity.type === 'reservations' ? [entity.id] : []))
  const known = await factsOfReservations(tx, bookings)
  const rows: NewNotification[] = []
  for (const { entry, entity, ...row } of notified) {
    const facts = entity.type === 'reservations' ? known(entity, entry) : await factsOf(tx, entity, entry)
    if (facts) rows.push({ ...row, facts: signed(facts, row.actor), entity, eventId: uuidv7() })
  }
  for (const eventId of await writeNotifications(tx, rows)) signalAfterCommit(tx, { kind: 'notification', eventId })
}
