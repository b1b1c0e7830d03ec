import type { Till } from '../../../contract/entities/till'
import { call, callPage } from '../../providers/http/call'
import { listKey } from '../../providers/data/queryKeys'

/** Query key prefix of tills and sessions; a change of any till invalidates them. */
export const TILLS = [...listKey('tills'), 'desk']

const MOST = 100

export async function readTills(): Promise<Till[]> {
  const { rows } = await callPage('GET /tills', { filter: {}, page: 1, perPage: MOST })
  return rows.toSorted(
    (a, b) => a.status.localeCompare(b.status) || a.name.localeCompare(b.name) || a.code.localeCompare(b.code),
  )
}

/** Reads the sessions that are not closed; at most one per till. */
export const readOpen = async () => (await call('GET /till-sessions', { query: { is_closed: 'false' } })).sessions

export const readClosed = (before: string | undefined) =>
  call('GET /till-sessions', { query: { is_closed: 'true', before } })

export const sessionPath = (id: string): string => `/tills/${id}/show`

/** Status marks of a till, by its state. */
export const MARKS = { open: 'active', counted: 'pending', closed: 'completed', inactive: 'inactive' } as const
