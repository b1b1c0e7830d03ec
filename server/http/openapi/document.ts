import { setImmediate } from 'node:timers/promises'
import { ALL_OPERATIONS } from '../../../contract/all-operations'
import { isPartnerAccess, type Operation } from '../../../contract/core/operations'
import { WEBHOOK_MESSAGES } from '../../../contract/partner/webhook-messages'
import { TAGS } from '../../../contract/tags'
import { HEADERS, PARAMETERS } from './headers'
import { describe } from './operation'
import { namedSchema, schemaOf } from './schemas'

type Part = Record<string, unknown>

export interface About {
  version: string
  /** The origin that people open; null for relative addresses. */
  publicUrl: string | null
}

const STAFF_GUIDE =
  'Addresses answer with and without a trailing slash. Lists follow ra-data-simple-rest: `sort`, `range` and `filter` are JSON in the query (`filter={"status":"active"}`), the total is in `Content-Range`. Unknown query parameters are refused with 400 `malformed`. Changes carry the ETag of the record as `If-Match`. A change that lists the header `Idempotency-Key` may be sent again with the same key. Operations with a secret in their answer and uploads accept none. Errors are problems (RFC 9457); the page behind their `type` says what each code means.'
const PARTNER_GUIDE =
  'Addresses answer with and without a trailing slash. Keys call as `Authorization: Token tk_live_…`, OCTO resellers as `Authorization: Bearer tk_live_…`. Lists have `results`, `next` and `previous`. Unknown query parameters are refused with 400 `malformed`; OCTO ignores them. Changes carry the ETag of the trip as `If-Match`, and an `Idempotency-Key` so that they may be sent again; operations with a secret in their answer accept none. Errors are problems (RFC 9457); the page behind their `type` says what each code means.'

/** Returns the document of all operations. */
export const openApiDocument = (about: About): Promise<Part> =>
  documentOf(about, { title: 'Wayline API', description: STAFF_GUIDE }, ALL_OPERATIONS)

/** Returns the document of the operations that partners call, by the partner API or OCTO. */
export const partnerDocument = (about: About): Promise<Part> =>
  documentOf(about, { title: 'Wayline partner API', description: PARTNER_GUIDE }, ALL_OPERATIONS.filter(isForPartners))

const isForPartners = ({ access, path }: Operation): boolean =>
  isPartnerAccess(access) || path.startsWith('/partner/auth/')

/** Describes operations one at a time, so that the server can answer other calls between them. */
async function documentOf(
  { version, publicUrl }: About,
  info: { title: string; description: string },
  operations: readonly Operation[],
): Promise<Part> {
  return {
    openapi: '3.1.0',
    info: {
      ...info,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this installation', ...(publicUrl !== null && { url: publicUrl }) },
    },
    servers: [{ url: publicUrl === null ? '/' : new URL(publicUrl).origin, description: 'This installation' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] ?? name })),
    ...(await describeAll(operations)),
  }
}

async function describeAll(
  operations: readonly Operation[],
): Promise<{ paths: Part; webhooks: Part; components: Part }> {
  const paths: Record<string, Part> = {}
  for (const operation of operations) {
    await setImmediate()
    const path = `${operation.root === 'host' ? '' : '/api'}${operation.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) }
  }
  const hooks = await webhooks()
  const text = JSON.stringify(paths)
  const usedOf = (parts: object, isUsed: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(name)))
  const components = {
    securitySchemes: usedOf(SECURITY, (name) => text.includes(`"${name}":[]`)),
    headers: usedOf(HEADERS, (name) => text.includes(`"#/components/headers/${name}"`)),
    parameters: usedOf(PARAMETERS, (name) => text.includes(`"#/components/parameters/${name}"`)),
    schemas: await schemasUsedIn({ paths, hooks }),
  }
  return { paths, webhooks: hooks, components }
}

/** Returns the named schemas that are referenced, directly or by other schemas. */
async function schemasUsedIn(document: unknown): Promise<Part> {
  const schemas: Part = {}
  const open = namesIn(document)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (Object.hasOwn(schemas, name)) continue
    await setImmediate()
    schemas[name] = namedSchema(name)
    open.push(...namesIn(schemas[name]))
  }
  return schemas
}

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

const ofMessage = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Describes the webhook messages (Standard Webhooks 1.0). */
async function webhooks(): Promise<Part> {
  const parameters = [
    ofMessage('webhook-id', 'Identifies the message; the same on each attempt.'),
    ofMessage('webhook-timestamp', 'Seconds since 1970 at which it was sent.'),
    ofMessage('webhook-signature', '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; several by spaces.'),
  ]
  const described: Part = {}
  for (const { type, message } of WEBHOOK_MESSAGES) {
    await setImmediate()
    described[type] = {
      post: {
        operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
        tags: ['partner-webhooks'],
        summary: `Receive a message of the type ${type}`,
        security: [],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(message, 'output') } } },
        responses: {
          '2XX': { description: 'The message was received.' },
          '410': { description: 'The receiver no longer exists; the endpoint is disabled.' },
          '4XX': { description: 'It is sent again later.' },
          '5XX': { description: 'It is sent again later.' },
        },
      },
    }
  }
  return described
}

const SECURITY = {
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
    description: 'The 40 characters of a partner’s key, for OCTO calls.',
  },
  staffInQuery: { type: 'apiKey', in: 'query', name: 'token' },
}
