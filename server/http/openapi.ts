import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { ERRORS, type ErrorCode } from '../../contract/core/errors'
import { OctoRefusal, octoStatus } from '../../contract/partner/octo'
import { isPartnerAccess, type Operation } from '../../contract/core/operations'
import { Problem } from '../../contract/core/problem'
import { getOpenApi } from '../../contract/operations/system'
import { DOCS_POLICY } from './content-security'
import { jsonSchema } from './json-schema'
import { serve } from './serve'

/** Any call can end in one of these: its address may be broken or another's, the server busy, broken or about to stop. */
const ALWAYS: readonly ErrorCode[] = ['malformed', 'host_unknown', 'too_many_requests', 'internal_error', 'unavailable']
const GUARDED: readonly ErrorCode[] = ['not_authenticated', 'token_invalid', 'token_expired', 'forbidden']

const PARTNER_GUARDED: readonly ErrorCode[] = [...GUARDED, 'partner_suspended', 'scope_missing', 'ip_not_allowed']

const ONCE: readonly Operation['method'][] = ['POST', 'PATCH', 'DELETE']

/** What a call can end in for what it is sent with, whichever operation it asks for. */
function commonErrorsOf({ method, access, params, query }: Operation): ErrorCode[] {
  return [
    ...ALWAYS,
    ...guardsOf(access),
    ...(params ? (['not_found', 'validation'] as const) : []),
    ...(query ? (['validation'] as const) : []),
    ...(method === 'GET'
      ? []
      : (['origin_not_allowed', 'body_too_large', 'unsupported_media_type', 'validation'] as const)),
    ...(ONCE.includes(method) ? (['idempotency_in_progress', 'idempotency_mismatch'] as const) : []),
  ]
}

function guardsOf(access: Operation['access']): readonly ErrorCode[] {
  if (access === 'public') return []
  return isPartnerAccess(access) ? PARTNER_GUARDED : GUARDED
}

/** The OpenAPI document of the whole contract, and the page on which one can read it and try the calls. */
export async function documentApi(app: FastifyInstance, version: string): Promise<void> {
  const document = openApiDocument(version)
  serve(app, getOpenApi, async () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    uiConfig: { docExpansion: 'none', deepLinking: true, tagsSorter: 'alpha' },
    theme: { title: 'Wayline API' },
  })
}

/** Describes each call when somebody first reads the paths: to describe all takes half a second. */
export function openApiDocument(version: string): Record<string, unknown> {
  let described: Record<string, unknown> | undefined
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wayline API',
      version,
      description:
        'Every address answers with and without its trailing slash. Lists speak the dialect of ra-data-simple-rest: `sort`, `range` and `filter` are JSON in the query, the total is in `Content-Range`. Changes carry the ETag of the record as `If-Match`.',
    },
    get paths() {
      return (described ??= paths())
    },
    components: {
      securitySchemes: {
        staff: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        partner: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '"Token", a space and the 40 characters of a portal session or of a key.',
        },
        reseller: {
          type: 'http',
          scheme: 'bearer',
          description: 'The 40 characters of a partner’s key, for calls in the words of OCTO.',
        },
        staffInQuery: { type: 'apiKey', in: 'query', name: 'token' },
      },
      schemas: { Problem: jsonSchema(Problem, 'output'), OctoRefusal: jsonSchema(OctoRefusal, 'output') },
    },
  }
}

function paths(): Record<string, Record<string, unknown>> {
  const made: Record<string, Record<string, unknown>> = {}
  for (const operation of ALL_OPERATIONS) {
    const path = `${operation.root === 'host' ? '' : '/api'}${operation.path.replace(/:(\w+)/g, '{$1}')}/`
    made[path] = { ...made[path], [operation.method.toLowerCase()]: describe(operation) }
  }
  return made
}

function describe(operation: Operation): Record<string, unknown> {
  const { id, tag, summary, body, ok } = operation
  const parameters = [
    ...parametersOf(operation.params, 'path'),
    ...parametersOf(operation.query, 'query'),
    ...(operation.ifMatch
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: true,
            description: 'The ETag that the change was made from, or *.',
            schema: { type: 'string' },
          },
        ]
      : []),
  ]
  const success = {
    description: ok.description,
    ...(ok.schema && { content: { 'application/json': { schema: jsonSchema(ok.schema, 'output') } } }),
    ...(ok.type && !ok.schema && { content: { [ok.type]: {} } }),
  }
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: accessNote(operation),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { [operation.bodyType ?? 'application/json']: { schema: jsonSchema(body, 'input') } },
      },
    }),
    responses: {
      [ok.status]: success,
      ...refusalsOf(operation, [...operation.errors, ...commonErrorsOf(operation)]),
    },
  }
}

function securityOf({ access, tokenIn }: Operation): Record<string, never[]>[] {
  if (access === 'public') return []
  if (isPartnerAccess(access)) return [access.scheme === 'Bearer' ? { reseller: [] } : { partner: [] }]
  return [tokenIn === 'query' ? { staffInQuery: [] } : { staff: [] }]
}

function accessNote({ access }: Operation): string {
  if (access === 'public') return 'Anybody may call this.'
  if (access === 'signed-in') return 'Whoever is signed in may call this.'
  if (isPartnerAccess(access)) {
    const people = `A partner’s ${access.partner.join(', ')} may call this through the portal`
    return access.scope ? `${people}, and keys with the scope ${access.scope}.` : `${people}; keys may not.`
  }
  if ('right' in access) return `Needs the right to ${access.right.replaceAll('_', ' ')}.`
  return `Needs the permission to ${access.action} ${access.resource}.`
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Record<string, unknown>[] {
  if (!(schema instanceof z.ZodObject)) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

/** One answer for each status, naming the codes that it can carry. */
function refusalsOf({ access }: Operation, codes: readonly ErrorCode[]): Record<string, unknown> {
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
        content: {
          ...(inOcto && { 'application/json': { schema: { $ref: '#/components/schemas/OctoRefusal' } } }),
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  )
}
