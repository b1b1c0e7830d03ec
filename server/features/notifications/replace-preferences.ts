import type { NotificationPreferences } from '../../../contract/entities/notification-preferences'
import { sentence } from '../../../contract/core/sentence'
import { audit, diff } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { invalid } from '../../http/refusal'
import { lockStations, preferencesOf, writePreferences } from './repository/preferences'

interface Choice {
  userId: string
  preferences: NotificationPreferences
}

/**
 * Stores the notification preferences of a user.
 * @throws Refusal validation on the field `station_ids`
 */
export const replacePreferences = (
  db: Db,
  context: Context,
  { userId, preferences }: Choice,
): Promise<NotificationPreferences> =>
  inTransaction(db, async (tx) => {
    const { station_ids: stationIds } = preferences
    const known = await lockStations(tx, stationIds)
    const gone = stationIds.flatMap((id, index) => (known.has(id) ? [] : [index]))
    if (gone.length > 0)
      throw invalid(
        gone.map((index) => ({
          path: `station_ids.${index}`,
          message: sentence`This station no longer exists. Remove it from the list.`,
        })),
      )
    const before = await preferencesOf(tx, userId)
    await writePreferences(tx, userId, preferences)
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
