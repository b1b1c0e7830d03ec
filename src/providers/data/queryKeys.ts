import type { QueryKey } from '@tanstack/react-query'
import type { GetListParams, Identifier } from 'react-admin'

/** What react-admin asks of the session: who it is, what they may do. */
export const AUTH_KEY = ['auth']

/** Whether somebody is signed in. */
export const CHECK_AUTH_KEY = [...AUTH_KEY, 'checkAuth', {}]

/** A list of a resource; every list of it where none is named. react-admin makes its keys so, and hands out none. */
export const listKey = (resource: string, params?: GetListParams): QueryKey => [
  resource,
  'getList',
  ...(params ? [params] : []),
]

/** A record of a resource; every one where none is named. */
export const recordKey = (resource: string, id?: Identifier): QueryKey => [
  resource,
  'getOne',
  ...(id === undefined ? [] : [{ id: String(id) }]),
]

const READS = { getList: 'list', getOne: 'record', getMany: 'records' } as const

/** What the query with a key reads, and with which parameters. */
export const readKey = ([resource, method, params]: QueryKey) => ({
  resource: String(resource),
  reads: Object.hasOwn(READS, String(method)) ? READS[method as keyof typeof READS] : null,
  params,
})
