import { z } from 'zod'
import { ClockTime, Id } from '../core/scalars'
import { NOTIFICATION_TYPES } from '../core/vocabulary'
import { NOTIFICATION_STATIONS_MAX } from '../core/limits'

/** What people may choose not to be told of; who guards access hears of that whatever they choose. */
export const MUTABLE_NOTIFICATION_TYPES = NOTIFICATION_TYPES.filter((type) => type !== 'system_alert')

export const NOTIFICATION_SCOPES = ['needed', 'all'] as const

/** What one person wants to be told of, and how loudly. */
export const NotificationPreferences = z.strictObject({
  /** What needs this person, or also what their role may follow. */
  scope: z.enum(NOTIFICATION_SCOPES).default('needed'),
  /** Messages of these types are not written for this person. */
  muted_types: z.array(z.enum(MUTABLE_NOTIFICATION_TYPES)).max(MUTABLE_NOTIFICATION_TYPES.length),
  /** Only what touches one of these stations, or none in particular; none means every station. */
  station_ids: z.array(Id).max(NOTIFICATION_STATIONS_MAX),
  /** A short tone in the open console. */
  sound: z.boolean(),
  /** A notification of the browser while the console is out of sight. */
  browser: z.boolean(),
  /** By the reader's own clock; over midnight where it ends before it begins. Messages come without a sound meanwhile. */
  quiet_hours: z
    .strictObject({ from: ClockTime, until: ClockTime })
    .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Choose another time than the start.' })
    .nullable(),
})
export type NotificationPreferences = z.output<typeof NotificationPreferences>

/** What somebody has who has chosen nothing. */
export const DEFAULT_NOTIFICATION_PREFERENCES: NotificationPreferences = {
  scope: 'needed',
  muted_types: [],
  station_ids: [],
  sound: false,
  browser: false,
  quiet_hours: null,
}

/** @param time of the day on the reader's clock, `HH:MM` */
export function isQuiet({ quiet_hours: hours }: NotificationPreferences, time: string): boolean {
  if (hours === null) return false
  const { from, until } = hours
  return from < until ? time >= from && time < until : time >= from || time < until
}
