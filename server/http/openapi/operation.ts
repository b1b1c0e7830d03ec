import { z } from 'zod'
import { isRecordNamed } from '../serve'
import { ERRORS, type ErrorCode } from '../../../contract/core/errors'
import { acceptsKey, isPartnerAccess, UNKEYED, type Operation } from '../../../contract/core/operations'
import { Problem } from '../../../contract/core/problem'
import { EXAMPLES } from '../../../contract/examples'
import { OctoRefusal, octoStatus } from '../../../contract/partner/octo'
import { answerHeaders, isRead, refusalHeaders, requestHeaders, unchangedHeaders } from './headers'
import { schemaOf } from './schemas'

type Part = Record<string, unknown>

/** Errors that any call can return. */
const ALWAYS: readonly ErrorCode[] = ['malformed', 'host_unknown', 'too_many_requests', 'internal_error', 'unavailable']
const GUARDED: readonly ErrorCode[] = ['not_authenticated', 'token_invalid', 'token_expired', 'forbidden']

const PARTNER_GUARDED: readonly ErrorCode[] = [...GUARDED, 'partner_suspended', 'scope_missing', 'ip_not_allowed']

/** Returns the errors that follow from an operation's method, access and input. */
function commonErrorsOf(operation: Operation): ErrorCode[] {
  const { method, access, params, query } = operation
  return [
    ...ALWAYS,
    ...guardsOf(access),
    ...(params ? (['not_found', 'validation'] as const) : []),
    ...(query ? (['validation'] as const) : []),
    ...(method === 'GET'
      ? []
      : (['origin_not_allowed', 'body_too_large', 'unsupported_media_type', 'validation'] as const)),
    ...(method === 'GET' || operation.isRepeatable ? [] : (['outcome_unknown'] as const)),
    ...(operation.once ? (['idempotency_key_needed'] as const) : []),
    ...(acceptsKey(operation) ? (['idempotency_in_progress', 'idempotency_mismatch'] as const) : []),
  ]
}

function guardsOf(access: Operation['access']): readonly ErrorCode[] {
  if (access === 'public') return []
  return isPartnerAccess(access) ? PARTNER_GUARDED : GUARDED
}

/** Returns the OpenAPI description of an operation. */
export function describe(operation: Operation): Part {
  const { id, tag, summary, ok } = operation
  const parameters = [
    ...parametersOf(operation.params, 'path'),
    ...parametersOf(operation.query, 'query'),
    ...requestHeaders(operation),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [accessNote(operation), ...(operation.unkeyed ? [UNKEYED[operation.unkeyed]] : [])].join(' '),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && { requestBody: bodyOf(operation, operation.body) }),
    responses: {
      [ok.status]: {
        description: ok.description,
        headers: answerHeaders(operation, ok.status === 201 && isRecordNamed(operation)),
        ...contentOf(ok),
      },
      ...(isRead(operation) && { 304: { description: 'Not modified.', headers: unchangedHeaders() } }),
      ...refusalsOf(operation, [...operation.errors, ...commonErrorsOf(operation)]),
    },
  }
}

function bodyOf({ id, bodyType = 'application/json' }: Operation, body: z.ZodType): Part {
  const schema = schemaOf(body, 'input')
  const example = EXAMPLES.find(({ operation }) => operation === id)?.body
  const content =
    bodyType === 'multipart/form-data'
      ? { schema: withFiles(schema) }
      : { schema, ...(example !== undefined && { example }) }
  // A body is optional if its schema accepts undefined.
  return { required: !body.safeParse(undefined).success, content: { [bodyType]: content } }
}

/** A form field without a type is a file. */
function withFiles(schema: Part): Part {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Part>).map(
    ([name, property]) =>
      [name, Object.keys(property).length === 0 ? { type: 'string', format: 'binary' } : property] as const,
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}

function contentOf({ schema, type }: Operation['ok']): Part {
  if (schema) return { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }
  const types = [type ?? []].flat()
  if (types.length === 0) return {}
  return { content: Object.fromEntries(types.map((one) => [one, { schema: fileSchema(one) }])) }
}

function fileSchema(type: string): Part {
  if (type === 'application/json') return { type: 'object', additionalProperties: true }
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function securityOf({ access, tokenIn }: Operation): Record<string, never[]>[] {
  if (access === 'public') return []
  if (isPartnerAccess(access)) return [access.scheme === 'Bearer' ? { reseller: [] } : { partner: [] }]
  return [tokenIn === 'query' ? { staffInQuery: [] } : { staff: [] }]
}

function accessNote({ access }: Operation): string {
  if (access === 'public') return 'No sign-in is required.'
  if (access === 'signed-in') return 'Any signed-in user may call this.'
  if (isPartnerAccess(access)) {
    const people = `A partner’s ${access.partner.join(', ')} may call this through the portal`
    return access.scope ? `${people}, and keys with the scope ${access.scope}.` : `${people}; keys may not.`
  }
  if ('right' in access) return `Requires the right to ${access.right.replaceAll('_', ' ')}.`
  return `Requires the permission to ${access.action} ${access.resource}.`
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Part[] {
  if (!(schema instanceof z.ZodObject)) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Part
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

/** Returns one answer for each status, with the codes that it can carry. */
function refusalsOf({ access, ok }: Operation, codes: readonly ErrorCode[]): Part {
  const inOcto = isPartnerAccess(access) && access.scheme === 'Bearer'
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codes) {
    const status = inOcto ? octoStatus(code) : ERRORS[code].status
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: [...names].map((code) => `${code}: ${ERRORS[code].title}`).join('; '),
        headers: refusalHeaders(status),
        content: {
          ...(inOcto && { 'application/json': { schema: schemaOf(OctoRefusal, 'output') } }),
          'application/problem+json': { schema: schemaOf(Problem, 'output') },
          // Operations that return a page also return their errors as a page.
          ...(ok.type === 'text/html' && { 'text/html': {} }),
        },
      },
    ]),
  )
}
