import type { RecordChange, RecordReaders } from '../../../contract/operations/live'
import type { TaskProgress } from '../../../contract/operations/tasks'
import { RESOURCES, TASK_STATES } from '../../../contract/core/vocabulary'
import { isObject } from '../storage'

/** Notification as displayed. Ids have the type that the server uses. */
export interface LiveNotification {
  id: string | number
  title: string
  message: string
  notification_type: string
  is_read: boolean
  read_at: string | null
  time_ago: string
  action_url: string | null
  created_at: string | null
  /** Kind and values from which a localized text is built. */
  wording: { kind: string; values: Record<string, string | number> } | null
  /** Group of notifications, in which a newer one replaces an unread earlier one; null without a group. */
  group: string | null
}

export interface NotificationStats {
  total: number
  unread: number
  read: number
}

export type ServerMessage =
  | { type: 'new_notification'; data: LiveNotification }
  | { type: 'notification_stats'; data: NotificationStats }
  | { type: 'notifications'; data: LiveNotification[] }
  | { type: 'mark_read_response' }
  | { type: 'error'; message: string }
  | { type: 'records_changed'; data: RecordChange[] }
  | { type: 'task_progress'; data: TaskProgress }
  | { type: 'record_readers'; data: RecordReaders }

/** Parses a frame; null for anything but a message of the protocol. */
export function readServerMessage(text: string): ServerMessage | null {
  const value = parsed(text)
  if (!isObject(value)) return null
  const { type, data } = value
  switch (type) {
    case 'new_notification': {
      const notification = toNotification(data)
      return notification && { type, data: notification }
    }
    case 'notification_stats': {
      const stats = toStats(data)
      return stats && { type, data: stats }
    }
    case 'notifications':
      return Array.isArray(data) ? { type, data: data.map(toNotification).filter((item) => item !== null) } : null
    case 'mark_read_response':
      return { type }
    case 'error':
      return { type, message: textOf(value['message']) }
    case 'records_changed':
      return Array.isArray(data) ? { type, data: data.filter(isChange) } : null
    case 'task_progress':
      return isProgress(data) ? { type, data } : null
    case 'record_readers': {
      const readers = toReaders(data)
      return readers && { type, data: readers }
    }
    default:
      return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const orNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Parses a notification of the server; null without an id. */
export function toNotification(value: unknown): LiveNotification | null {
  if (!isObject(value)) return null
  const { id, wording } = value
  if (typeof id !== 'string' && typeof id !== 'number') return null
  return {
    id,
    title: textOf(value['title']),
    message: textOf(value['message']),
    notification_type: textOf(value['notification_type']),
    is_read: value['is_read'] === true,
    read_at: orNull(value['read_at']),
    time_ago: textOf(value['time_ago']),
    action_url: orNull(value['action_url']),
    created_at: orNull(value['created_at']),
    wording: isObject(wording) ? { kind: textOf(wording['kind']), values: toValues(wording['values']) } : null,
    group: orNull(value['group']),
  }
}

function toValues(value: unknown): Record<string, string | number> {
  const entries = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1])),
  )
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function toStats(value: unknown): NotificationStats | null {
  if (!isObject(value)) return null
  const { total, unread, read } = value
  return isCount(total) && isCount(unread) && isCount(read) ? { total, unread, read } : null
}

const isProgress = (value: unknown): value is TaskProgress =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  TASK_STATES.some((known) => known === value['state']) &&
  isCount(value['done']) &&
  isCount(value['total']) &&
  isObject(value['counts'])

function toReaders(value: unknown): RecordReaders | null {
  if (!isObject(value) || !Array.isArray(value['people'])) return null
  const resource = RESOURCES.find((known) => known === value['resource'])
  if (resource === undefined) return null
  const people = value['people'].filter(isObject).map((person) => ({
    id: textOf(person['id']),
    name: textOf(person['name']),
    is_editing: person['is_editing'] === true,
  }))
  return { resource, id: textOf(value['id']), people }
}

const CHANGES = ['created', 'updated', 'deleted', 'affected']

function isChange(value: unknown): value is RecordChange {
  return (
    isObject(value) &&
    RESOURCES.some((known) => known === value['resource']) &&
    CHANGES.includes(textOf(value['change']))
  )
}
