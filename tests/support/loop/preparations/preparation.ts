import { uuidv7 } from 'uuidv7'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import type { Resource } from '../../../../contract/core/vocabulary'
import type { Ask, Caller, Turn } from '../call'
import type { Company } from '../company'
import { knownOf } from '../known'
import { smallest } from '../largest'
import { jsonSchemaOf } from '../schemas'

/** A response with the fields that preparations read. */
export interface Made {
  id: string
  [field: string]: unknown
}

/** Calls of one caller; each throws when it is refused. */
export interface Api {
  get: <T = Made>(path: string) => Promise<T>
  post: <T = Made>(path: string, body?: object) => Promise<T>
  patch: <T = Made>(path: string, body: object) => Promise<T>
}

export interface Given extends Turn, Record<Caller, Api> {
  company: Company
  ask: Ask
  /** Returns the calls of a user other than the one of the prepared call. */
  otherStaff: () => Api
  /** Creates a record with the required fields only. */
  create: (resource: Resource | 'saved-views', more?: object) => Promise<Made>
}

/** Record that an operation is applied to, and the values that it accepts with it. */
export interface Prepared {
  /** Parameters of the path by name. */
  path?: Record<string, string>
  /** Field values by name, at their largest where that is possible; an undefined one is omitted. */
  known?: Record<string, unknown>
  /** Values of further fields without which the smallest body or query is refused. */
  needed?: object
}

export type Prepare = (given: Given) => Promise<Prepared> | Prepared

/** Returns the token at the end of a link. */
export const tokenIn = (link: unknown): string => String(link).split('/').at(-1) ?? ''

/** Returns what preparations of a call may use. */
export function givenFor(company: Company, turn: Turn, ask: Ask): Given {
  const apiOf = (caller: Caller, account = turn.account): Api => {
    const send = async (method: string, path: string, body?: object) => {
      const text = await ask({
        method,
        url: path.startsWith('/octo') ? path : `/api${path}`,
        caller,
        account,
        headers: {
          'if-match': '*',
          ...(method === 'POST' && { 'idempotency-key': uuidv7() }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return JSON.parse(text) as never
    }
    return {
      get: (path) => send('GET', path),
      post: (path, body = {}) => send('POST', path, body),
      patch: (path, body) => send('PATCH', path, body),
    }
  }
  const staff = apiOf('staff')
  return {
    ...turn,
    company,
    ask,
    staff,
    portal: apiOf('portal'),
    reseller: apiOf('reseller'),
    anonymous: apiOf('anonymous'),
    otherStaff: () => apiOf('staff', turn.account + 1),
    create: (resource, more) => {
      const operation = ALL_OPERATIONS.find(({ method, path }) => method === 'POST' && path === `/${resource}`)
      if (!operation?.body) throw new Error(`No operation creates ${resource}.`)
      const known = knownOf(operation, company, turn.serial)
      const making = { ids: company.ids, firstDay: company.firstDay, serial: turn.serial, known }
      return staff.post(`/${resource}`, { ...(smallest(jsonSchemaOf(operation.body), making) as object), ...more })
    },
  }
}
