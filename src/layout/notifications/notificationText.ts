import { dayInWords } from '../../../contract/core/notice-days'
import { timeAgo } from '../../../contract/core/time-ago'
import type { LiveNotification } from '../../providers/live/messages'
import type { Format } from '../../ui/useFormat'

interface NotificationText {
  title: string
  message: string
  ago: string
}

/** A kind of record that a message is about is called as the menu calls it. */
const nameOfResource = (resource: unknown, t: Format['t']) =>
  typeof resource === 'string' ? { resource: t(`resources.${resource}.name`, { smart_count: 2, _: resource }) } : {}

const dayOfJourney = (journey: unknown, locale: string) =>
  typeof journey === 'string' ? { journey: dayInWords(journey, locale) } : {}

/**
 * The words of a notification: in the console's language where it says what it is about, else as the server worded it in
 * the language of the account.
 */
export function notificationText(item: LiveNotification, { t, locale }: Format): NotificationText {
  const { wording, created_at: at } = item
  const ago = at === null ? item.time_ago : timeAgo(at, new Date(), locale)
  const key = `app.notices.${wording?.kind ?? ''}`
  const values = wording
    ? {
        ...wording.values,
        ...nameOfResource(wording.values['resource'], t),
        ...dayOfJourney(wording.values['journey'], locale),
      }
    : {}
  const title = wording ? t(`${key}.title`, values) : ''
  if (!wording || title === `${key}.title`) return { title: item.title, message: item.message, ago }
  return { title, message: t(`${key}.message`, values), ago }
}
