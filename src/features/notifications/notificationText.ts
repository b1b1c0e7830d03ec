import { subjectInWords, timeAgo } from '../../../contract/core/notification-words'
import type { LiveNotification } from '../../providers/live/messages'
import type { Format } from '../../ui/useFormat'

interface NotificationText {
  title: string
  message: string
  ago: string
}

/** Returns the name of a resource as in the menu. */
const nameOfResource = (resource: unknown, t: Format['t']) =>
  typeof resource === 'string' ? { resource: t(`resources.${resource}.name`, { smart_count: 2, _: resource }) } : {}

/**
 * Returns the text of a notification: localized if its kind is known, else as the server wrote it in the language of the
 * account. The title of a booking or a journey has the passenger, origin, destination and time.
 */
export function notificationText(item: LiveNotification, { t, locale }: Format): NotificationText {
  const { wording, created_at: at } = item
  const now = new Date()
  const ago = at === null ? item.time_ago : timeAgo(at, now, locale)
  if (!wording) return { title: item.title, message: item.message, ago }
  const key = `app.notifications.${wording.kind}`
  const values = { ...wording.values, ...nameOfResource(wording.values['resource'], t) }
  const text = (name: string, more: object = {}) => {
    const words = t(`${key}.${name}`, { ...values, ...more, _: '' })
    return words === `${key}.${name}` ? '' : words
  }
  const subject = subjectInWords(wording.values, now, locale) || String(wording.values['label'] ?? '')
  const { group, by } = wording.values
  if (typeof group === 'number') {
    const title = text('group', { count: group })
    return title === ''
      ? { title: item.title, message: item.message, ago }
      : { title, message: t('app.live.latest', { subject }), ago }
  }
  const [title, message] = [text('title') || subject, text('message')]
  if (message === '') return { title: item.title, message: item.message, ago }
  return { title, message: by === undefined ? message : `${message} ${t('app.live.by', { by })}`, ago }
}
