import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  type NotificationPreferences,
} from '../../../../contract/entities/notification-preferences'
import type { Db } from '../../../db/database'
import type { Tx } from '../../../db/transaction'

/** Returns the notification preferences of a user, or the defaults. */
export async function preferencesOf(db: Db | Tx, userId: string): Promise<NotificationPreferences> {
  const row = await db
    .selectFrom('notification_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return DEFAULT_NOTIFICATION_PREFERENCES
  const { user_id: _, quiet_from: from, quiet_until: until, muted_types, ...rest } = row
  return {
    ...rest,
    muted_types: muted_types.filter((type) => type !== 'system_alert'),
    quiet_hours: from === null || until === null ? null : { from, until },
  }
}

/** Locks stations, so that none is deleted before the preference that names it is stored. @returns the existing ids */
export async function lockStations(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const known = await tx.selectFrom('stations').select('id').where('id', 'in', ids).forKeyShare().execute()
  return new Set(known.map(({ id }) => id))
}

/** Stores the preferences of a user; existing notifications stay. */
export async function writePreferences(
  tx: Tx,
  userId: string,
  { quiet_hours: hours, ...rest }: NotificationPreferences,
): Promise<void> {
  const values = {
    ...rest,
    muted_types: [...new Set(rest.muted_types)],
    station_ids: [...new Set(rest.station_ids)],
    quiet_from: hours?.from ?? null,
    quiet_until: hours?.until ?? null,
  }
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
