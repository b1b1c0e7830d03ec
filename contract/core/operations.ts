import { z } from 'zod'
import type { AnyEntity } from './entity'
import type { ErrorCode } from './errors'
import { FacetCount, facetQuery } from './facets'
import { ResourceListQuery } from './list'
import type { Action, Right } from './permissions'
import { Id } from './scalars'
import type { CredentialScope, PartnerRole, Resource } from './vocabulary'

/** Access for partner members with one of these roles by portal token; with a scope also for partner keys that have it. */
export interface PartnerAccess {
  partner: readonly PartnerRole[]
  scope?: CredentialScope
  /** Scheme of the header `Authorization`; default `Token`. */
  scheme?: 'Bearer'
}

/**
 * Who may call: anyone, signed-in staff, roles that have the action or the right in the permission table, or partners.
 */
export type Access = 'public' | 'signed-in' | { action: Action; resource: Resource } | { right: Right } | PartnerAccess

export const isPartnerAccess = (access: Access): access is PartnerAccess =>
  typeof access === 'object' && 'partner' in access

type Optional<S> = S | undefined

/** One API operation, shared by the server, the console, the documentation and the tests. */
export interface Operation<
  P extends Optional<z.ZodType> = Optional<z.ZodType>,
  Q extends Optional<z.ZodType> = Optional<z.ZodType>,
  B extends Optional<z.ZodType> = Optional<z.ZodType>,
  A extends Optional<z.ZodType> = Optional<z.ZodType>,
> {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `root` (default: the API root), with parameters as `:id` and without a trailing slash. */
  path: string
  root?: 'api' | 'host'
  tag: string
  summary: string
  access: Access
  /** Location of the access token; default is the header `Authorization`. A browser cannot send headers with a WebSocket. */
  tokenIn?: 'query'
  params?: P
  query?: Q
  body?: B
  /** Media type of a body that is not JSON. */
  bodyType?: string
  /** Default: `PUBLIC_BODY_MAX_BYTES` if no sign-in is needed, else `BODY_MAX_BYTES`. */
  bodyMaxBytes?: number
  /** Success response: `schema` for JSON, `type` with the media type or types for a file, neither without a body. */
  ok: { status: number; description: string; schema?: A; type?: string | readonly string[] }
  /** Error codes in addition to those of every operation (401, 403, 429, 500). */
  errors: readonly ErrorCode[]
  /** Error code for a body that does not match its schema; default `validation`. */
  invalidBody?: ErrorCode
  /** Requires If-Match with the version that the change is based on. */
  ifMatch?: boolean
  /** Calls per minute from one IP address, counted separately; without it they count towards the common limit. */
  perMinute?: number
  /** Has no effect that a repetition would double, although its method is one of a change: previews, prices, sign-ins. */
  isRepeatable?: true
  /** Moves money: requires an Idempotency-Key, under which it is executed once. */
  once?: boolean
  /** Why the operation accepts no Idempotency-Key, although it changes something. */
  unkeyed?: keyof typeof UNKEYED
}

/** Reasons why an operation accepts no Idempotency-Key, as its description prints them. */
export const UNKEYED = {
  secret: 'It accepts no Idempotency-Key: its answer holds a secret, and secrets are not stored for a repetition.',
  upload: 'It accepts no Idempotency-Key: its body is a file, which is not compared with that of a repetition.',
} as const

const KEYED_METHODS: readonly Operation['method'][] = ['POST', 'PATCH', 'DELETE']

/** Returns whether an operation accepts an Idempotency-Key: it is then executed once for each key of a caller. */
export const acceptsKey = ({ method, access, isRepeatable, unkeyed }: Operation): boolean =>
  KEYED_METHODS.includes(method) && access !== 'public' && isRepeatable !== true && unkeyed === undefined

/** Returns the definition with its literal type, from which path, request and response types are inferred. */
export const operation = <const O extends Operation>(definition: O & Only<keyof Operation, O>): O => definition

/**
 * Returns whether unknown query parameters are ignored: public addresses, to which mail programs, probes and payment
 * providers add their own, and OCTO, whose resellers send the parameters of capabilities that are not supported.
 */
export const ignoresUnknownParameters = ({ access }: Operation): boolean =>
  access === 'public' || (isPartnerAccess(access) && access.scheme === 'Bearer')

/** Rejects property names that are not in `K`. */
type Only<K, O> = Record<Exclude<keyof O, K>, never>

const IdParams = z.object({ id: Id })

/** Returns the six operations of a resource in the dialect of ra-data-simple-rest, and the counts for its filters. */
export function resourceOperations<E extends AnyEntity>(entity: E) {
  // The annotations are needed: a property of a type parameter is otherwise inferred with the type of the constraint.
  const resource: E['resource'] = entity.resource
  const record: E['record'] = entity.record
  const create: E['create'] = entity.create
  const replace: E['replace'] = entity.replace
  const update: E['update'] = entity.update
  const name = resource.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
  const path = `/${resource}` as const
  const one = `${path}/:id` as const
  const change = {
    tag: resource,
    params: IdParams,
    body: update,
    access: { action: 'edit', resource },
    ok: { status: 200, description: 'The record as it is now.', schema: record },
    errors: ['not_found', 'validation', 'already_exists', 'invalid_state', 'version_mismatch', 'precondition_required'],
    ifMatch: true,
  } as const
  return {
    list: operation({
      id: `list${name}`,
      method: 'GET',
      path,
      tag: resource,
      summary: `List ${resource}`,
      access: { action: 'list', resource },
      query: ResourceListQuery,
      ok: {
        status: 200,
        description: 'One page; the header Content-Range has the total.',
        schema: z.array(record),
      },
      errors: ['malformed', 'validation'],
    }),
    facets: operation({
      id: `count${name}ByValue`,
      method: 'GET',
      path: `${path}/facets`,
      tag: resource,
      summary: `Count ${resource} by the values of a field`,
      access: { action: 'list', resource },
      query: facetQuery(entity),
      ok: {
        status: 200,
        description: 'One count for each possible value of the field.',
        schema: z.array(FacetCount),
      },
      errors: ['malformed', 'validation'],
    }),
    get: operation({
      id: `get${name}`,
      method: 'GET',
      path: one,
      tag: resource,
      summary: `Read a record of ${resource}`,
      access: { action: 'show', resource },
      params: IdParams,
      ok: { status: 200, description: 'The record; its version is the ETag.', schema: record },
      errors: ['not_found'],
    }),
    create: operation({
      id: `create${name}`,
      method: 'POST',
      path,
      tag: resource,
      summary: `Create a record of ${resource}`,
      access: { action: 'create', resource },
      body: create,
      ok: { status: 201, description: 'The record.', schema: record },
      errors: ['validation', 'already_exists', 'invalid_state'],
    }),
    replace: operation({
      ...change,
      id: `put${name}`,
      method: 'PUT',
      body: replace,
      path: one,
      summary: `Update a record of ${resource}; fields that only the server writes are ignored`,
    }),
    update: operation({
      ...change,
      id: `patch${name}`,
      method: 'PATCH',
      path: one,
      summary: `Update some fields of a record of ${resource}`,
    }),
    remove: operation({
      id: `delete${name}`,
      method: 'DELETE',
      path: one,
      tag: resource,
      summary: `Delete a record of ${resource}`,
      access: { action: 'delete', resource },
      params: IdParams,
      ok: { status: 200, description: 'The record that was deleted.', schema: record },
      errors: ['not_found', 'still_referenced', 'invalid_state', 'version_mismatch', 'precondition_required'],
      ifMatch: true,
    }),
  }
}

export type ResourceOperations<E extends AnyEntity = AnyEntity> = ReturnType<typeof resourceOperations<E>>
