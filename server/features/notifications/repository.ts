import type { NotificationStats } from '../../../contract/entities/notification'
import type { Db } from '../../db/database'

/** The newest notifications of a user, each with the user's language. */
export const newestNotifications = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .selectAll('n')
    .select('u.locale')
    .where('n.user_id', '=', userId)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()

export type NotificationRow = Awaited<ReturnType<typeof newestNotifications>>[number]

export async function countNotifications(db: Db, userId: string): Promise<NotificationStats> {
  const { total, unread } = await db
    .selectFrom('notifications')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('is_read', '=', false).as('unread'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { total, unread, read: total - unread }
}

/** Marks unread notifications of the user as read; other people's ids have no effect. @param ids none means all. */
export const markRead = (db: Db, userId: string, ids: readonly string[], at: Date) =>
  db
    .updateTable('notifications')
    .set({ is_read: true, read_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
    .execute()
