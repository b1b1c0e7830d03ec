import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorCode } from '../../../../contract/core/errors'
import { OCTO_ERRORS, octoStatus, type OctoError } from '../../../../contract/partner/octo'
import { sentence, type Sentence } from '../../../../contract/core/sentence'
import { languageOf } from '../../../http/language'
import { challengeOf, setLanguage, textsOf } from '../../../http/problem'
import { Refusal } from '../../../http/refusal'

const FIELD = {
  INVALID_PRODUCT_ID: 'productId',
  INVALID_OPTION_ID: 'optionId',
  INVALID_UNIT_ID: 'unitId',
  INVALID_AVAILABILITY_ID: 'availabilityId',
  INVALID_BOOKING_UUID: 'uuid',
} as const

/** A refusal that repeats the unknown value, wherever it is in the request. */
class Unknown extends Refusal {
  constructor(
    code: keyof typeof FIELD,
    readonly value: string | null,
  ) {
    const field = FIELD[code]
    const detail = sentence`There is no such ${field}: ${value ?? sentence`none was given`}. Use one from an earlier response.`
    super('malformed', detail, { errors: [{ pointer: `/${field}`, code, detail }] })
  }
}

/** Returns a refusal of an unknown id with OCTO's error code. */
export const unknown = (code: keyof typeof FIELD, value: string | null): Refusal => new Unknown(code, value)

/** Returns a refusal of a valid request that cannot be fulfilled. */
export const unprocessable = (detail: Sentence): Refusal =>
  new Refusal('malformed', detail, { errors: [{ pointer: '', code: 'UNPROCESSABLE_ENTITY', detail }] })

const BY_CODE: Partial<Record<ErrorCode, OctoError>> = {
  malformed: 'BAD_REQUEST',
  validation: 'BAD_REQUEST',
  body_too_large: 'BAD_REQUEST',
  unsupported_media_type: 'BAD_REQUEST',
  internal_error: 'INTERNAL_SERVER_ERROR',
  unavailable: 'INTERNAL_SERVER_ERROR',
  outcome_unknown: 'INTERNAL_SERVER_ERROR',
}

/**
 * Sends a refusal in OCTO's format. Client errors share one status and are distinguished by code; a call without a route
 * has the status of HTTP.
 */
export function sendOctoError(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, details } = refusal
  const error = octoCodeOf(refusal, request)
  const status = request.is404 ? refusal.status : octoStatus(code)
  const texts = textsOf(refusal, languageOf(request))
  setLanguage(reply, texts)
  const field = error in FIELD ? FIELD[error as keyof typeof FIELD] : undefined
  if (details.retryAfterS !== undefined) reply.header('retry-after', details.retryAfterS)
  if (status === 401) reply.header('www-authenticate', challengeOf(request, code))
  return reply
    .code(status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({
      error,
      errorMessage: texts.detail ?? texts.errors?.[0]?.detail ?? ERRORS[code].title,
      ...(field !== undefined && { [field]: refusal instanceof Unknown ? refusal.value : givenIn(request, field) }),
      code,
      request_id: request.id,
    })
}

function octoCodeOf({ code, status, details }: Refusal, request: FastifyRequest): OctoError {
  const named = OCTO_ERRORS.find((error) => error === details.errors?.[0]?.code)
  if (named) return named
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 403) return 'FORBIDDEN'
  if (request.is404) return 'BAD_REQUEST'
  if (code === 'not_found')
    return request.routeOptions.config.operation?.id === 'getOctoProduct'
      ? 'INVALID_PRODUCT_ID'
      : 'INVALID_BOOKING_UUID'
  return BY_CODE[code] ?? 'UNPROCESSABLE_ENTITY'
}

function givenIn({ params, body }: FastifyRequest, field: string): unknown {
  const { id, ...given } = { ...(body as object | null), ...(params as object | null) } as Record<string, unknown>
  return given[field] ?? (field === 'productId' ? id : undefined) ?? null
}
