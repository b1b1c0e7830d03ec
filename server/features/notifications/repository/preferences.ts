import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  type NotificationPreferences,
} from '../../../../contract/entities/notification-preferences'
import { audit, diff } from '../../../kernel/audit'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import type { Context } from '../../../http/context'
import { invalid } from '../../../http/refusal'

/** What a user wants to be told of; what everybody has where nothing was chosen. */
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

/** Locks the stations, so that none goes before the choice of it is there to be forgotten with it. */
async function refuseUnknown(tx: Tx, stationIds: readonly string[]): Promise<void> {
  if (stationIds.length === 0) return
  const known = await tx.selectFrom('stations').select('id').where('id', 'in', stationIds).forKeyShare().execute()
  const ids = new Set(known.map(({ id }) => id))
  const unknown = stationIds.flatMap((id, index) => (ids.has(id) ? [] : [index]))
  if (unknown.length > 0)
    throw invalid(
      unknown.map((index) => ({ path: `station_ids.${index}`, message: 'This station is gone. Remove it.' })),
    )
}

interface Choice {
  userId: string
  preferences: NotificationPreferences
}

/**
 * Keeps what a user has chosen; what they were told before stays.
 * @throws Refusal validation on the field `station_ids`
 */
export const replacePreferences = (
  db: Db,
  context: Context,
  { userId, preferences }: Choice,
): Promise<NotificationPreferences> =>
  inTransaction(db, async (tx) => {
    await refuseUnknown(tx, preferences.station_ids)
    const before = await preferencesOf(tx, userId)
    const { quiet_hours: hours, ...rest } = preferences
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
    const after = await preferencesOf(tx, userId)
    const changes = diff(before, after, Object.keys(after))
    if (changes.length > 0)
      await audit(tx, context, {
        action: 'notification_preferences.updated',
        entity: { type: 'notification-preferences', id: userId, label: context.actor.name },
        changes,
      })
    return after
  })
