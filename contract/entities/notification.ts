import { z } from 'zod'
import { Id, Instant } from '../scalars'
import { NOTIFICATION_TYPES } from '../vocabulary'

/** A message to one user about something that happened. */
export const Notification = z.object({
  id: Id,
  user_id: Id,
  title: z.string(),
  message: z.string(),
  notification_type: z.enum(NOTIFICATION_TYPES),
  is_read: z.boolean(),
  read_at: Instant.nullable(),
  /** How long ago it came, in words of the reader's language. */
  time_ago: z.string(),
  /** Path within the console to go to, or null. */
  action_url: z.string().nullable(),
  /** The record that it is about. */
  entity: z.object({ type: z.string(), id: Id }).nullable(),
  created_at: Instant,
})
export type Notification = z.output<typeof Notification>

export const NotificationStats = z.object({
  total: z.int().min(0),
  unread: z.int().min(0),
  read: z.int().min(0),
})
export type NotificationStats = z.output<typeof NotificationStats>
