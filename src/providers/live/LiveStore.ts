import type { QueryClient } from '@tanstack/react-query'
import { API_HOST } from '../config'
import { isExpired } from '../auth/jwt'
import { staffSession } from '../auth/session'
import { renewToken } from '../http/refresh'
import { logWarning } from '../log'
import { liveAddress } from './LiveConnection'
import { LiveConnection, type LiveState } from './LiveConnection'
import { readServerMessage, type LiveNotification } from './messages'
import {
  isEarlierSelf,
  NO_NOTIFICATIONS,
  reduceNotifications,
  type NotificationAction,
  type Notifications,
} from './notifications'
import { RecordChanges } from './recordChanges'
import { RecordPresence } from './recordPresence'
import { applyTaskProgress, rereadTasks } from './taskNews'

export interface LiveSnapshot extends Notifications {
  /** Whether the connection is lost or was never established. */
  isDown: boolean
}

/** Milliseconds within which a burst of messages is rendered once. */
const DRAW_EVERY_MS = 30

/** Live state of a console: the connection, the notifications and changes by others. */
export class LiveStore {
  readonly changes: RecordChanges
  readonly presence: RecordPresence
  readonly #connection: LiveConnection
  readonly #listeners = new Set<() => void>()
  readonly #notificationListeners = new Set<(item: LiveNotification) => void>()
  #snapshot: LiveSnapshot = { ...NO_NOTIFICATIONS, isDown: false }
  #rendered = this.#snapshot
  #drawing: ReturnType<typeof setTimeout> | undefined
  #hasBeenOpen = false

  constructor(private readonly client: QueryClient) {
    this.changes = new RecordChanges(client, () => staffSession.user()?.id)
    this.#connection = new LiveConnection({
      url: liveUrl,
      onState: (state) => this.#stateChanged(state),
      onMessage: (text) => this.#receive(text),
    })
    this.presence = new RecordPresence((message) => this.#connection.state === 'open' && this.#connection.send(message))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly snapshot = (): LiveSnapshot => this.#rendered

  /** Subscribes to new notifications; a group is reported when it begins. @returns the unsubscribe function */
  readonly onNotification = (listener: (item: LiveNotification) => void): (() => void) => {
    this.#notificationListeners.add(listener)
    return () => this.#notificationListeners.delete(listener)
  }

  /** Connects for the signed-in user. @returns the function that disconnects */
  readonly signOn = (): (() => void) => {
    const retry = () => this.#connection.retry()
    window.addEventListener('online', retry)
    this.#connection.start()
    return () => {
      window.removeEventListener('online', retry)
      this.#connection.stop()
      this.changes.stop()
      this.#hasBeenOpen = false
      this.#set({ ...NO_NOTIFICATIONS, isDown: false })
    }
  }

  /** Requests the list and the counts; reconnects when the connection is down. */
  readonly refresh = (): void => {
    if (this.#connection.state !== 'open') return this.#connection.retry()
    this.#connection.send({ type: 'get_notifications' })
    this.#connection.send({ type: 'get_stats' })
  }

  /** Marks notifications as read at once and notifies the server. @returns whether the message was sent */
  readonly markRead = (ids: LiveNotification['id'][]): boolean => {
    this.#reduce({ type: 'marked_read', ids, at: new Date().toISOString() })
    this.#draw()
    // The contract has string ids; ids of another type return to the server unchanged.
    return this.#connection.send({ type: 'mark_read', notification_ids: ids as string[] })
  }

  #stateChanged(state: LiveState): void {
    if (state === 'connecting') return
    this.#set({ ...this.#snapshot, isDown: state === 'closed' })
    if (state !== 'open') return this.presence.disconnected()
    this.presence.connected()
    this.refresh()
    rereadTasks(this.client)
    if (this.#hasBeenOpen) this.changes.reloadAfterGap()
    this.#hasBeenOpen = true
  }

  #receive(text: string): void {
    const message = readServerMessage(text)
    if (!message) return logWarning('A live message was not understood', text.slice(0, 200))
    switch (message.type) {
      case 'mark_read_response':
        return void this.client.invalidateQueries({ queryKey: [NOTIFICATION_QUERIES] })
      case 'error':
        return logWarning('The live connection answered with an error', message.message)
      case 'records_changed':
        return this.changes.receive(message.data)
      case 'task_progress':
        return applyTaskProgress(this.client, message.data)
      case 'record_readers':
        return this.presence.receive(message.data)
      case 'new_notification':
        return this.#arrived(message)
      default:
        return this.#reduce(message)
    }
  }

  #arrived(message: Extract<NotificationAction, { type: 'new_notification' }>): void {
    const isKnown = this.#snapshot.items.some(
      (item) => item.id === message.data.id || isEarlierSelf(item, message.data),
    )
    void this.client.invalidateQueries({ queryKey: [NOTIFICATION_QUERIES] })
    this.#reduce(message)
    if (!isKnown) for (const listener of this.#notificationListeners) listener(message.data)
  }

  #reduce(action: NotificationAction): void {
    this.#set({ ...this.#snapshot, ...reduceNotifications(this.#snapshot, action) })
  }

  #set(snapshot: LiveSnapshot): void {
    this.#snapshot = snapshot
    this.#drawing ??= setTimeout(() => this.#draw(), DRAW_EVERY_MS)
  }

  #draw(): void {
    clearTimeout(this.#drawing)
    this.#drawing = undefined
    this.#rendered = this.#snapshot
    for (const listener of this.#listeners) listener()
  }
}

/** First part of the query keys of notification pages. */
export const NOTIFICATION_QUERIES = 'live-notifications'

/** Renews an expired token first, because no timer runs while the device sleeps. */
async function liveUrl(): Promise<string> {
  const access = staffSession.tokens()?.access ?? ''
  const token = isExpired(access, Date.now()) ? await renewToken('staff', access).catch(() => access) : access
  return liveAddress(API_HOST, token)
}
