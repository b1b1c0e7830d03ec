import type { QueryKey } from '@tanstack/react-query'
import type { GetListParams, Identifier } from 'react-admin'

/** Key prefix of react-admin's session queries: identity and permissions. */
export const AUTH_KEY = ['auth']

/** Key of the query that checks whether a user is signed in. */
export const CHECK_AUTH_KEY = [...AUTH_KEY, 'checkAuth', {}]

/** Key of the query for the permissions of the user. */
export const PERMISSIONS_KEY = [...AUTH_KEY, 'getPermissions', {}]

/** Returns the key of a list, or the prefix of all lists of a resource, as react-admin builds it without exporting it. */
export const listKey = (resource: string, params?: GetListParams): QueryKey => [
  resource,
  'getList',
  ...(params ? [params] : []),
]

/** Returns the key of a record, or the prefix of all records of a resource. */
export const recordKey = (resource: string, id?: Identifier): QueryKey => [
  resource,
  'getOne',
  ...(id === undefined ? [] : [{ id: String(id) }]),
]

const READS = { getList: 'list', getOne: 'record', getMany: 'records' } as const

/** Returns the resource, the kind of read and the parameters of a query key. */
export const readKey = ([resource, method, params]: QueryKey) => ({
  resource: String(resource),
  reads: Object.hasOwn(READS, String(method)) ? READS[method as keyof typeof READS] : null,
  params,
})
