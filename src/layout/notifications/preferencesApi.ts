import { NotificationPreferences } from '../../../contract/entities/notification-preferences'
import { call } from '../../providers/http/call'

/** What the signed-in user wants to be told of, and how. */
export const PREFERENCES_QUERY = {
  queryKey: ['notification-preferences'],
  queryFn: async () => NotificationPreferences.parse(await call('GET /notifications/preferences')),
}

export async function savePreferences(preferences: NotificationPreferences): Promise<NotificationPreferences> {
  return NotificationPreferences.parse(await call('PUT /notifications/preferences', { body: preferences }))
}
