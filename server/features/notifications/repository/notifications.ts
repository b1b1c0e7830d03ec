import { sql } from 'kysely'
import { SWEEP_SLICE_ROWS } from '../../../../contract/core/limits/retention'
import type { NotificationFilter, NotificationStats } from '../../../../contract/entities/notification'
import { ROLES } from '../../../../contract/core/vocabulary'
import { hiddenTypes } from '../../../crud/visible'
import type { Db } from '../../../db/database'
import { signalAfterCommit } from '../../../db/after-commit'
import { inTransaction } from '../../../db/transaction'
import { withFacts, type NotificationRow } from './subjects'

const HIDDEN = ROLES.flatMap((role) => hiddenTypes(role).map((type) => ({ role, type })))

/** Hides notifications that the user's current role may not see, also those written for an earlier role. */
const IS_STILL_VISIBLE = sql<boolean>`(u.role, coalesce(n.entity_type, '')) not in (
  select * from unnest(${HIDDEN.map(({ role }) => role)}::text[], ${HIDDEN.map(({ type }) => type)}::text[]))`

/** Visible notifications with the language of their recipients. */
const worded = (db: Db) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .where(IS_STILL_VISIBLE)
    .selectAll('n')
    .select('u.locale')

export const newestNotifications = async (db: Db, userId: string, limit: number): Promise<NotificationRow[]> =>
  withFacts(
    db,
    await worded(db)
      .where('n.user_id', '=', userId)
      .orderBy('n.created_at', 'desc')
      .orderBy('n.id', 'desc')
      .limit(limit)
      .execute(),
  )

/** Returns the notifications of these users about these events, oldest first. */
export const notificationsOf = async (
  db: Db,
  eventIds: readonly string[],
  userIds: readonly string[],
): Promise<NotificationRow[]> =>
  withFacts(
    db,
    await worded(db)
      .where(sql<boolean>`n.event_id = any(${[...eventIds]}::uuid[]) and n.user_id = any(${[...userIds]}::uuid[])`)
      .orderBy('n.created_at')
      .orderBy('n.id')
      .execute(),
  )

interface PageRequest {
  filter: NotificationFilter
  offset: number
  limit: number
}

/** Returns one page of a user's notifications and their total number. */
export async function pageOfNotifications(
  db: Db,
  userId: string,
  { filter, offset, limit }: PageRequest,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const { is_read: isRead, notification_type: type } = filter
  const matching = worded(db)
    .where('n.user_id', '=', userId)
    .$if(isRead !== undefined, (query) => query.where('n.is_read', '=', isRead ?? false))
    .$if(type !== undefined, (query) => query.where('n.notification_type', '=', type ?? 'success'))
  const rows = await matching
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const [counts] = await countMatching(db, [userId], filter)
  return { rows: await withFacts(db, rows), total: counts?.total ?? 0 }
}

/** Returns the counts of each user; zeros for users without notifications. */
export async function countNotifications(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationStats>> {
  const counts = new Map(userIds.map((id) => [id, { total: 0, unread: 0, read: 0 }]))
  for (const { user_id, total, unread } of await countMatching(db, userIds, {}))
    counts.set(user_id, { total, unread, read: total - unread })
  return counts
}

/** Counts in groups that an index covers, and leaves out groups that a user may no longer see. */
async function countMatching(
  db: Db,
  userIds: readonly string[],
  { is_read: isRead, notification_type: type }: NotificationFilter,
): Promise<{ user_id: string; total: number; unread: number }[]> {
  const { rows } = await sql<{ user_id: string; total: number; unread: number }>`
    select n.user_id, sum(n.count)::int as total, coalesce(sum(n.count) filter (where not n.is_read), 0)::int as unread
    from (
      select user_id, entity_type, is_read, count(*) as count from notifications
      where user_id = any(${[...userIds]}::uuid[])
        and ${isRead === undefined ? sql`true` : sql`is_read = ${isRead}`}
        and ${type === undefined ? sql`true` : sql`notification_type = ${type}`}
      group by user_id, entity_type, is_read
    ) n join users u on u.id = n.user_id
    where ${IS_STILL_VISIBLE} group by n.user_id`.execute(db)
  return rows
}

interface Reading {
  userId: string
  /** Empty means all. */
  ids: readonly string[]
  at: Date
  /** Connection that sent the message; the user's other connections are notified. */
  connectionId: string
}

/** Marks unread notifications of a user as read; ids of other users have no effect. */
export const markRead = (db: Db, { userId, ids, at, connectionId }: Reading): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ is_read: true, read_at: at.toISOString() })
      .where('user_id', '=', userId)
      .where('is_read', '=', false)
      .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) signalAfterCommit(tx, { kind: 'read', userId, connectionId })
  })

/** Deletes a batch of the notifications that were read before `before`. */
export const sweepNotifications = (db: Db, before: Date) =>
  sql`delete from notifications where id in (
    select id from notifications where read_at < ${before.toISOString()} limit ${SWEEP_SLICE_ROWS})`.execute(db)
