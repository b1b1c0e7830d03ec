import { z } from 'zod'
import { Id, Instant } from '../core/scalars'
import { NOTIFICATION_TYPES } from '../core/vocabulary'

/** A message to one user about an event. */
export const Notification = z.object({
  id: Id,
  user_id: Id,
  /** In the language of the reader's account. */
  title: z.string(),
  message: z.string(),
  notification_type: z.enum(NOTIFICATION_TYPES),
  is_read: z.boolean(),
  read_at: Instant.nullable(),
  /** Time since its creation, in words of the reader's language. */
  time_ago: z.string(),
  /** Path in the console that it links to, or null. */
  action_url: z.string().nullable(),
  /** The record that it is about. */
  entity: z.object({ type: z.string(), id: Id }).nullable(),
  /** Kind and values of a generated message, so that a console can show it in another language. */
  wording: z.object({ kind: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
  /** Group of unread notifications of one kind. When it grows, it gets a new id and replaces its previous version. */
  group: Id.nullable(),
  created_at: Instant,
})
export type Notification = z.output<typeof Notification>

export const NotificationStats = z.object({
  total: z.int().min(0),
  unread: z.int().min(0),
  read: z.int().min(0),
})
export type NotificationStats = z.output<typeof NotificationStats>

/** Filter of a list of notifications; an absent field does not restrict it. */
export const NotificationFilter = z.strictObject({
  is_read: z.boolean().optional(),
  notification_type: z.enum(NOTIFICATION_TYPES).optional(),
})
export type NotificationFilter = z.output<typeof NotificationFilter>
