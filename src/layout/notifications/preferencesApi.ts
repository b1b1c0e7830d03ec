import { NotificationPreferences } from '../../../contract/entities/notification-preferences'
import { API_ROOT } from '../../providers/config'
import { httpClient } from '../../providers/http/httpClient'

const ADDRESS = `${API_ROOT}/notifications/preferences/`

/** What the signed-in user wants to be told of, and how. */
export const PREFERENCES_QUERY = {
  queryKey: ['notification-preferences'],
  queryFn: async (): Promise<NotificationPreferences> =>
    NotificationPreferences.parse((await httpClient(ADDRESS)).json),
}

export async function savePreferences(preferences: NotificationPreferences): Promise<NotificationPreferences> {
  const { json } = await httpClient(ADDRESS, { method: 'PUT', body: JSON.stringify(preferences) })
  return NotificationPreferences.parse(json)
}
