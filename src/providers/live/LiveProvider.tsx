import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { OpenRecord, RecordChange } from '../../../contract/operations/live'
import { useUser } from '../auth/useSession'
import { LiveStore, type LiveSnapshot } from './LiveStore'
import type { LiveNotification } from './messages'
import type { People } from './recordPresence'

const LiveContext = createContext<LiveStore | null>(null)

/** Keeps one live connection as long as somebody is signed in. Stands above react-admin, which remounts with the language. */
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

/** The notifications of the signed-in user, and how the connection is. */
export function useLive(): Live {
  const store = useLiveStore()
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot)
  return { ...snapshot, refresh: store.refresh, markRead: store.markRead }
}

/** Calls `heard` with each new notification, as it comes. */
export function useNewNotifications(heard: (item: LiveNotification) => void): void {
  const { onNotification } = useLiveStore()
  const hear = useEffectEvent(heard)
  useEffect(() => onNotification((item) => hear(item)), [onNotification])
}

/** Keeps others' changes away from an open form. @returns the newest of them */
export function useRecordWatch(resource: string, id: string): RecordChange | null {
  const { changes } = useLiveStore()
  useEffect(() => changes.edit(resource, id), [changes, resource, id])
  return useSyncExternalStore(changes.subscribe, () => changes.changeOf(resource, id))
}

/** Tells colleagues that a record is open here. @returns those who have it open as well */
export function usePresence(resource: OpenRecord['resource'], id: string, isEditing: boolean): People {
  const { presence } = useLiveStore()
  useEffect(() => presence.open({ resource, id, is_editing: isEditing }), [presence, resource, id, isEditing])
  return useSyncExternalStore(presence.subscribe, () => presence.peopleAt(resource, id))
}

/** Counts the records that others make while a list is open, instead of moving what somebody reads. */
export function useNewRows(resource: string): { count: number; show: () => void } {
  const { changes } = useLiveStore()
  useEffect(() => changes.watchList(resource), [changes, resource])
  const count = useSyncExternalStore(changes.subscribe, () => changes.newRows(resource))
  return { count, show: () => changes.showNewRows(resource) }
}

/** Calls `heard` whenever somebody has changed records that this reader may list. */
export function useRecordNews(heard: () => void): void {
  const { changes } = useLiveStore()
  const hear = useEffectEvent(heard)
  useEffect(() => changes.subscribe(() => hear()), [changes])
}

/** Whether somebody else changed the record just now. */
export function useJustChanged(resource: string, id: string): boolean {
  const { changes } = useLiveStore()
  return useSyncExternalStore(changes.subscribe, () => changes.isMarked(resource, id))
}
