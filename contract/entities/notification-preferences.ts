import { z } from 'zod'
import { ClockTime, Id } from '../core/scalars'
import { NOTIFICATION_TYPES } from '../core/vocabulary'
import { NOTIFICATION_STATIONS_MAX } from '../core/limits/notifications'
import { schemaMessage } from '../core/sentence'

/** Types that a user may mute; system alerts always reach the users responsible for access. */
export const MUTABLE_NOTIFICATION_TYPES = NOTIFICATION_TYPES.filter((type) => type !== 'system_alert')

export const NOTIFICATION_SCOPES = ['needed', 'all'] as const

/** Selection of the notifications of one user, and how they are signalled. */
export const NotificationPreferences = z.strictObject({
  /** `needed` = notifications that the user must act on; `all` = also those that the role may follow. */
  scope: z.enum(NOTIFICATION_SCOPES).default('needed'),
  /** No notifications of these types are created for this user. */
  muted_types: z.array(z.enum(MUTABLE_NOTIFICATION_TYPES)).max(MUTABLE_NOTIFICATION_TYPES.length),
  /** Only notifications about one of these stations or about no station; empty = all stations. */
  station_ids: z.array(Id).max(NOTIFICATION_STATIONS_MAX),
  /** Plays a short tone in the open console. */
  sound: z.boolean(),
  /** Shows a browser notification while the console is not visible. */
  browser: z.boolean(),
  /** Local time of the user; spans midnight if `until` is before `from`. Notifications make no sound in this time. */
  quiet_hours: z
    .strictObject({ from: ClockTime, until: ClockTime })
    .refine(({ from, until }) => from !== until, {
      path: ['until'],
      message: schemaMessage`Choose a time that differs from the start.`,
    })
    .nullable(),
})
export type NotificationPreferences = z.output<typeof NotificationPreferences>

/** Preferences of a user without stored preferences. */
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  scope: 'needed',
  muted_types: [],
  station_ids: [],
  sound: false,
  browser: false,
  quiet_hours: null,
}

/** Returns whether a time is within the quiet hours. @param time local time of the user, `HH:MM` */
export function isQuiet({ quiet_hours: hours }: NotificationPreferences, time: string): boolean {
  if (hours === null) return false
  const { from, until } = hours
  return from < until ? time >= from && time < until : time >= from || time < until
}
