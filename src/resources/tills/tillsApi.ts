import type { Till } from '../../../contract/entities/till'
import { call, callPage } from '../../providers/http/call'
import { listKey } from '../../providers/data/queryKeys'

/** The start of the keys that tills and their sessions are kept under: changes of any till concern them. */
export const TILLS = [...listKey('tills'), 'desk']

const MOST = 100

export async function readTills(): Promise<Till[]> {
  const { rows } = await callPage('GET /tills', { filter: {}, page: 1, perPage: MOST })
  return rows.toSorted(
    (a, b) => a.status.localeCompare(b.status) || a.name.localeCompare(b.name) || a.code.localeCompare(b.code),
  )
}

/** Sessions that are not closed yet: one for a till at most. */
export const readOpen = async () => (await call('GET /till-sessions', { query: { is_closed: 'false' } })).sessions

export const readClosed = (before: string | undefined) =>
  call('GET /till-sessions', { query: { is_closed: 'true', before } })

export const sessionPath = (id: string): string => `/tills/${id}/show`

/** The usual marks of what a till is. */
export const MARKS = { open: 'active', counted: 'pending', closed: 'completed', inactive: 'inactive' } as const
