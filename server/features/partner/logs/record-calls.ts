import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { isPartnerAccess } from '../../../../contract/core/operations'
import { PARTNER_LOG_TAG } from '../../../../contract/partner/logs'
import { SlicedJson } from '../../../http/json-slices'
import { HIDDEN, redactBody, redactHeaders, redactShort } from '../../../domain/partner-logs/redact'
import type { Recorder } from './recorder'
import type { NewEntry } from './repository/entries'

declare module 'fastify' {
  interface FastifyRequest {
    /** Body of the response to a partner, until it is logged. */
    partnerAnswer: LoggedAnswer | null
  }
}

interface LoggedAnswer {
  json: string
  /** Length of the whole body when `json` has only the first items of its long list. */
  bytes?: number
}

/**
 * Logs calls with API keys, and changes made in the portal. Throttled calls are only counted. A call without a known caller
 * appears only in the server's own log.
 */
export function recordPartnerCalls(app: FastifyInstance, recorder: Recorder): void {
  app.decorateRequest('partnerAnswer', null)
  app.addHook('onSend', async (request, _, payload) => {
    if (isRecorded(request)) request.partnerAnswer = loggedAnswerOf(payload)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!isRecorded(request)) return
    const { partner, now } = request.context
    if (request.isBeyondLimit && partner) recorder.countThrottled(partner.partnerId, now())
    else recorder.push(entryOf(request, reply))
  })
  app.addHook('onClose', () => recorder.flush())
}

function loggedAnswerOf(payload: unknown): LoggedAnswer | null {
  if (payload instanceof SlicedJson) return { json: payload.head, bytes: payload.bytes }
  return typeof payload === 'string' ? { json: payload } : null
}

function isRecorded({ context, method, routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config
  if (!context?.partner || !operation || operation.tag === PARTNER_LOG_TAG || !isPartnerAccess(operation.access))
    return false
  return context.partner.memberId === null || method !== 'GET'
}

/** Bodies under this path contain passwords, codes and secrets. */
const ACCOUNT_PATH = '/partner/auth/'

function entryOf(request: FastifyRequest, reply: FastifyReply): NewEntry {
  const isSecret = request.routeOptions.config.operation?.path.startsWith(ACCOUNT_PATH) === true
  const { partner, actor, now } = request.context
  const [path = '', query = ''] = request.url.split('?')
  const { json: text = null, bytes } = request.partnerAnswer ?? {}
  const body = text === null ? null : (parsedJson(text) ?? text)
  const answer = objectOf(body)
  const fields = { ...objectOf(request.body), ...objectOf(answer['current']), ...answer }
  const key = request.headers['idempotency-key']
  return {
    id: uuidv7(),
    at: now().toISOString(),
    partner_id: partner?.partnerId ?? '',
    credential_id: partner?.memberId === null ? actor.id : null,
    environment: partner?.environment ?? 'live',
    direction: 'inbound',
    method: request.method,
    path: redactShort(path),
    query: isSecret && query !== '' ? HIDDEN : redactShort(query),
    status: reply.statusCode,
    problem_code: reply.statusCode >= 400 ? textOf(answer['code']) : null,
    duration_ms: Math.round(reply.elapsedTime),
    ip: request.ip,
    user_agent: textOf(request.headers['user-agent']),
    request_id: request.id,
    idempotency_key: textOf(key),
    trip_reference: textOf(fields['reference'] ?? fields['supplierReference']),
    partner_reference: textOf(fields['partner_reference']),
    request_headers: redactHeaders(request.headers),
    request_body: isSecret ? HIDDEN : redactBody(request.body),
    response_headers: redactHeaders(reply.getHeaders()),
    response_body: isSecret ? HIDDEN : redactBody(body, bytes),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? redactShort(value) : null)
