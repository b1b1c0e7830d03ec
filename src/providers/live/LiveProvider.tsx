import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { OpenRecord, RecordChange } from '../../../contract/operations/live'
import { useUser } from '../auth/useSession'
import { LiveStore, type LiveSnapshot } from './LiveStore'
import type { LiveNotification } from './messages'
import type { People } from './recordPresence'

const LiveContext = createContext<LiveStore | null>(null)

/** Maintains one live connection while a user is signed in. Placed above react-admin, which remounts with the language. */
export function LiveProvider({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const [store] = useState(() => new LiveStore(queryClient))
  const userId = useUser()?.id
  useEffect(() => (userId === undefined ? undefined : store.signOn()), [store, userId])
  return <LiveContext value={store}>{children}</LiveContext>
}

function useLiveStore(): LiveStore {
  const store = use(LiveContext)
  if (!store) throw new Error('useLive needs a LiveProvider above it')
  return store
}

export interface Live extends LiveSnapshot {
  refresh: LiveStore['refresh']
  markRead: LiveStore['markRead']
}

/** Returns the notifications of the signed-in user and the state of the connection. */
export function useLive(): Live {
  const store = useLiveStore()
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot)
  return { ...snapshot, refresh: store.refresh, markRead: store.markRead }
}

/** Calls `listener` for each new notification. */
export function useNewNotifications(listener: (item: LiveNotification) => void): void {
  const { onNotification } = useLiveStore()
  const listen = useEffectEvent(listener)
  useEffect(() => onNotification((item) => listen(item)), [onNotification])
}

/** Suspends live updates of a record while its form is open. @returns the newest change by another user */
export function useRecordWatch(resource: string, id: string): RecordChange | null {
  const { changes } = useLiveStore()
  useEffect(() => changes.edit(resource, id), [changes, resource, id])
  return useSyncExternalStore(changes.subscribe, () => changes.changeOf(resource, id))
}

/** Announces that a record is open here. @returns the other users who have it open */
export function usePresence(resource: OpenRecord['resource'], id: string, isEditing: boolean): People {
  const { presence } = useLiveStore()
  useEffect(() => presence.open({ resource, id, is_editing: isEditing }), [presence, resource, id, isEditing])
  return useSyncExternalStore(presence.subscribe, () => presence.peopleAt(resource, id))
}

/** Counts records that others create while a list is open, so that rows do not move while the user reads. */
export function useNewRows(resource: string): { count: number; show: () => void } {
  const { changes } = useLiveStore()
  useEffect(() => changes.watchList(resource), [changes, resource])
  const count = useSyncExternalStore(changes.subscribe, () => changes.newRows(resource))
  return { count, show: () => changes.showNewRows(resource) }
}

/** Calls `listener` whenever records change that the user may list. */
export function useRecordNews(listener: () => void): void {
  const { changes } = useLiveStore()
  const listen = useEffectEvent(listener)
  useEffect(() => changes.subscribe(() => listen()), [changes])
}

/** Whether another user has just changed the record. */
export function useJustChanged(resource: string, id: string): boolean {
  const { changes } = useLiveStore()
  return useSyncExternalStore(changes.subscribe, () => changes.isMarked(resource, id))
}
