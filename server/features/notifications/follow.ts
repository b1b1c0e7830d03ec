import { uuidv7 } from 'uuidv7'
import { signalAfterCommit } from '../../db/after-commit'
import type { AuditActor } from '../../db/audit-entry'
import { notificationOf } from '../../domain/notifications/notification-of'
import type { Follower } from '../feature'
import { factsOf, factsOfReservations, type Facts } from './repository/facts'
import { writeNotifications, type NotificationRow } from './repository/write'

/** Says whose doing it was, unless it came about by itself. */
const signed = (facts: Facts, { kind, name }: AuditActor): Facts =>
  kind === 'system' ? facts : { ...facts, values: { ...facts.values, by: name } }

/** Tells those of the staff who need to know, each in their language. */
export const tellStaff: Follower = async (tx, events) => {
  const told = events.flatMap(({ actor, entry, audience }) => {
    const kind = audience.staff ? notificationOf(entry) : null
    return kind && actor && entry.entity ? [{ kind, actor, entry, entity: entry.entity }] : []
  })
  const bookings = told.flatMap(({ entity }) => (entity.type === 'reservations' ? [entity.id] : []))
  const known = await factsOfReservations(tx, bookings)
  const rows: NotificationRow[] = []
  for (const { entry, entity, ...row } of told) {
    const facts = entity.type === 'reservations' ? known(entity, entry) : await factsOf(tx, entity, entry)
    if (facts) rows.push({ ...row, facts: signed(facts, row.actor), entity, eventId: uuidv7() })
  }
  for (const eventId of await writeNotifications(tx, rows)) signalAfterCommit(tx, { kind: 'notification', eventId })
}
