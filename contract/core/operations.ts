import { z } from 'zod'
import type { AnyEntity } from './entity'
import type { ErrorCode } from './errors'
import { FacetCount, facetQuery } from './facets'
import { ResourceListQuery } from './list'
import type { Action, Right } from './permissions'
import { Id } from './scalars'
import type { CredentialScope, PartnerRole, Resource } from './vocabulary'

/** A partner's people with one of these roles, by the portal's token; with a scope also the partner's keys that have it. */
export interface PartnerAccess {
  partner: readonly PartnerRole[]
  scope?: CredentialScope
  /** What stands before the token in the header `Authorization`: `Token` unless said. */
  scheme?: 'Bearer'
}

/**
 * Who may call: anybody, anybody signed in as staff, roles that the permission table grants the action or the right, or
 * partners.
 */
export type Access = 'public' | 'signed-in' | { action: Action; resource: Resource } | { right: Right } | PartnerAccess

export const isPartnerAccess = (access: Access): access is PartnerAccess =>
  typeof access === 'object' && 'partner' in access

type Optional<S> = S | undefined

/** One call of the API, known to the server (which serves it), the console (which calls it), the documentation and the tests. */
export interface Operation<
  P extends Optional<z.ZodType> = Optional<z.ZodType>,
  Q extends Optional<z.ZodType> = Optional<z.ZodType>,
  B extends Optional<z.ZodType> = Optional<z.ZodType>,
  A extends Optional<z.ZodType> = Optional<z.ZodType>,
> {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API root unless it starts at the host root; parameters as `:id`; without the trailing slash. */
  path: string
  root?: 'api' | 'host'
  tag: string
  summary: string
  access: Access
  /** Where the access token is: in the header `Authorization` unless said. A browser's WebSocket can send no header. */
  tokenIn?: 'query'
  params?: P
  query?: Q
  body?: B
  /** Media type of the body when it is not JSON. */
  bodyType?: string
  /** Unless set: `PUBLIC_BODY_MAX_BYTES` where no sign-in is needed, else `BODY_MAX_BYTES`. */
  bodyMaxBytes?: number
  /** The schema of the answer, or its media type, or types, where it is a file; neither where it has no body. */
  ok: { status: number; description: string; schema?: A; type?: string | readonly string[] }
  /** Codes beyond those that every call can answer (401, 403, 429, 500). */
  errors: readonly ErrorCode[]
  /** The code for a body that does not fit its schema; `validation` unless said. */
  invalidBody?: ErrorCode
  /** The body of the request must be given the version that it was made from, as If-Match. */
  ifMatch?: boolean
  /** Calls that one address may make in a minute, counted apart from all others; with all others unless said. */
  perMinute?: number
  /** It moves money: without an Idempotency-Key, under which it is done once, it is refused. */
  once?: boolean
}

/** Keeps the whole type of a definition, so that both sides know its address, what it takes and what it answers. */
export const operation = <const O extends Operation>(definition: O & Only<keyof Operation, O>): O => definition

/** Refuses names that are none of `K`. */
type Only<K, O> = Record<Exclude<keyof O, K>, never>

const IdParams = z.object({ id: Id })

/** The six calls of a resource in the dialect of ra-data-simple-rest, and the counts beside its filters. */
export function resourceOperations<E extends AnyEntity>(entity: E) {
  // Taken out one by one: what is read off a type parameter has the type of its constraint.
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
      summary: `How many ${resource} have each value of a field`,
      access: { action: 'list', resource },
      query: facetQuery(entity),
      ok: {
        status: 200,
        description: 'One count for each value that the field can have.',
        schema: z.array(FacetCount),
      },
      errors: ['malformed', 'validation'],
    }),
    get: operation({
      id: `get${name}`,
      method: 'GET',
      path: one,
      tag: resource,
      summary: `Read one of ${resource}`,
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
      summary: `Create one of ${resource}`,
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
      summary: `Change one of ${resource}; fields that only the server writes are ignored`,
    }),
    update: operation({
      ...change,
      id: `patch${name}`,
      method: 'PATCH',
      path: one,
      summary: `Change some fields of one of ${resource}`,
    }),
    remove: operation({
      id: `delete${name}`,
      method: 'DELETE',
      path: one,
      tag: resource,
      summary: `Delete one of ${resource}`,
      access: { action: 'delete', resource },
      params: IdParams,
      ok: { status: 200, description: 'The record that was deleted.', schema: record },
      errors: ['not_found', 'still_referenced', 'invalid_state', 'version_mismatch', 'precondition_required'],
      ifMatch: true,
    }),
  }
}

export type ResourceOperations<E extends AnyEntity = AnyEntity> = ReturnType<typeof resourceOperations<E>>
