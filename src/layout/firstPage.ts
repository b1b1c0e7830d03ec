import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useResourceDefinitions } from 'react-admin'
import { canAccess } from '../providers/auth/canAccess'
import { staffSession } from '../providers/auth/session'
import { createQueryClient } from '../providers/data/queryClient'
import { CHECK_AUTH_KEY, PERMISSIONS_KEY } from '../providers/data/queryKeys'
import { openStore } from '../providers/store'
import { fetchListPage } from './listPages'
import { listedAt } from './resources'

/** Milliseconds to wait for prefetched rows, because a list rendered without them is rendered once more with them. */
const ROWS_WAIT_MS = 250

interface Prefetched {
  client: QueryClient
  /** Settled when its data and code have arrived. Never rejects. */
  arrival: Promise<unknown>
}

let prefetched: Prefetched | null = null

/** Starts to read the data of the page at an address after a sign-in. Resolves when the request is under way. */
export async function prefetchPage({ pathname, search }: Location): Promise<void> {
  const spec = listedAt(pathname)
  const role = staffSession.user()?.role
  if (!spec || !canAccess(role, 'list', spec.name)) return
  const client = createQueryClient()
  // The sign-in is recent: further checks would render the console once for the request and once for the answer.
  client.setQueryData(CHECK_AUTH_KEY, true)
  client.setQueryData(PERMISSIONS_KEY, role)
  const { prefetchRows } = await import('../kit/List')
  const rows = prefetchRows(client, openStore(), spec, search)
  prefetched = { client, arrival: Promise.allSettled([rows, fetchListPage(pathname)]) }
}

/** Returns the cache with the prefetched data of the first page, or an empty one. */
export const takeQueryClient = (): QueryClient => prefetched?.client ?? createQueryClient()

/** What to render of the console: nothing before the resources are registered, then the frame, then the page in it. */
type FirstPage = 'unregistered' | 'frame' | 'page'

/**
 * Returns what to render. React-admin registers the resources in an effect, twice: a frame rendered before would be rendered
 * three times. The page waits for the prefetched data, because a list without rows would be rendered twice.
 */
export function useFirstPage(): FirstPage {
  const isRegistered = Object.keys(useResourceDefinitions()).length > 0
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isRegistered || isShown) return undefined
    const timer = setTimeout(() => setShown(true), ROWS_WAIT_MS)
    void (prefetched?.arrival ?? Promise.resolve()).then(() => setShown(true))
    return () => clearTimeout(timer)
  }, [isRegistered, isShown])
  useEffect(() => {
    if (isShown) prefetched = null
  }, [isShown])
  if (!isRegistered) return 'unregistered'
  return isShown ? 'page' : 'frame'
}
