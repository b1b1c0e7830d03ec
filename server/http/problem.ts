import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorCode } from '../../contract/core/errors'
import type { Language } from '../../contract/core/languages'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { isPartnerAccess } from '../../contract/core/operations'
import type { FieldError, Problem } from '../../contract/core/problem'
import { sentence, type Sentence, type Text } from '../../contract/core/sentence'
import { unavailable } from '../db/unavailable'
import { languageOf, tagOf } from './language'
import { Refusal } from './refusal'
import { translate } from './translate'
import { unknownOutcome } from './unknown-outcome'

const FORM_DETAIL = sentence`Send the file as a form with the header "Content-Type: multipart/form-data".`

/** Framework errors that the caller causes. */
const FRAMEWORK: Record<string, readonly [code: ErrorCode, detail: Sentence]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'body_too_large',
    sentence`The body is larger than this request accepts. Send less at once.`,
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    sentence`Send the body as JSON with the header "Content-Type: application/json".`,
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'malformed',
    sentence`The body is empty. Send JSON, or leave out the Content-Type header.`,
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'malformed',
    sentence`The body cannot be read as JSON. Check its quotes, commas and brackets, and that no field is named "__proto__" or "constructor".`,
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed',
    sentence`The length of the body differs from the Content-Length header. Send the body again.`,
  ],
  FST_REQ_FILE_TOO_LARGE: [
    'body_too_large',
    sentence`The file is larger than this request accepts. Send a smaller one.`,
  ],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', FORM_DETAIL],
  FST_PARTS_LIMIT: ['body_too_large', sentence`The form has too many parts. Send one file and the documented fields.`],
  FST_FILES_LIMIT: ['body_too_large', sentence`The form has too many files. Send one file.`],
  FST_FIELDS_LIMIT: ['body_too_large', sentence`The form has too many fields. Send the documented fields only.`],
}

/** Answers every error as RFC 9457 problem+json. Unexpected errors are logged in full and answered as internal_error. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) =>
    send(request, reply, refusalOf(error, request)),
  )
}

/** Returns the refusal to answer an error with, and logs an unexpected error. */
export function refusalOf(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  const refusal = error instanceof Refusal ? error : foreseen(error)
  if (refusal)
    return refusal.code === 'unsupported_media_type' && acceptsForm(request) ? refuseOtherThanForm() : refusal
  const away = unavailable(error)
  if (away) {
    request.log.error({ trouble: away.trouble, err: away.cause }, away.message)
    const unknown = away.trouble === 'unconfirmed' ? unknownOutcome(request, 'lost') : null
    return unknown ?? new Refusal('unavailable', away.fact, { retryAfterS: DATABASE_RETRY_S })
  }
  request.log.error({ err: error }, 'unexpected error')
  return new Refusal('internal_error', sentence`The error was recorded. Quote the request id when you report it.`)
}

const acceptsForm = (request: FastifyRequest): boolean =>
  request.routeOptions.config?.operation?.bodyType === 'multipart/form-data'

const refuseOtherThanForm = () => new Refusal('unsupported_media_type', FORM_DETAIL)

export function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfterS } = refusal.details
  // An answer before routing has no configuration.
  const invalidBody = request.routeOptions.config?.operation?.invalidBody
  const code = refusal.code === 'validation' && invalidBody ? invalidBody : refusal.code
  const texts = textsOf(refusal, languageOf(request))
  const problem = problemOf(refusal, texts, {
    code,
    requestId: request.id,
    instance: request.url.split('?')[0] ?? '',
  })
  setLanguage(reply, texts)
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  if (problem.status === 401) reply.header('www-authenticate', challengeOf(request, code))
  return reply.code(problem.status).type('application/problem+json').serializer(JSON.stringify).send(problem)
}

/** Returns the WWW-Authenticate header (RFC 9110, RFC 6750). None of these schemes makes browsers ask for a password. */
export function challengeOf(request: FastifyRequest, code: ErrorCode): string {
  const access = request.routeOptions.config?.operation?.access
  const isPartners = access !== undefined && isPartnerAccess(access)
  const scheme = isPartners ? (access.scheme ?? 'Token') : 'Bearer'
  const isOfToken = code === 'token_invalid' || code === 'token_expired'
  return `${scheme} realm="Wayline"${isOfToken ? ', error="invalid_token"' : ''}`
}

interface Texts {
  detail: string | undefined
  errors: FieldError[] | undefined
  /** The language that they are translated to; null for English. */
  language: Language | null
}

/** Returns the texts of a refusal: in the language if each of them is translated, otherwise in English. */
export function textsOf({ detail, details: { errors } }: Refusal, preferred: Language): Texts {
  const all = [...(detail === undefined ? [] : [detail]), ...(errors ?? []).map((error) => error.detail)]
  const isTranslated = preferred !== 'en' && all.length > 0 && all.every((text) => translate(text, preferred) !== null)
  const word = (text: Text) => translate(text, isTranslated ? preferred : 'en') ?? ''
  return {
    detail: detail && word(detail),
    errors: errors?.map((error) => ({ ...error, detail: word(error.detail) })),
    language: isTranslated ? preferred : null,
  }
}

/** States the language of translated texts. */
export function setLanguage(reply: FastifyReply, { language }: Texts): void {
  if (language !== null) reply.header('content-language', tagOf(language))
}

/** Returns the body of a problem. @param about the code, if it differs from the refusal's */
export function problemOf(
  { code: own, details }: Refusal,
  { detail, errors }: Omit<Texts, 'language'>,
  { code = own, requestId, instance }: { code?: ErrorCode; requestId: string; instance: string },
): Problem {
  const { status, title, retry } = ERRORS[code]
  return {
    type: `/api/docs/errors#${code}`,
    title,
    status,
    code,
    ...(detail !== undefined && { detail }),
    instance,
    request_id: requestId,
    retryable: details.isRetryable ?? retry === 'later',
    ...(errors && { errors }),
    ...(details.blockers && { blockers: details.blockers }),
    ...(details.suggestions && { suggestions: details.suggestions }),
    ...(details.current && { current: details.current }),
    ...(details.price && { price: details.price }),
    ...(details.retryAfterS !== undefined && { retry_after_s: details.retryAfterS }),
  }
}

function foreseen(error: FastifyError): Refusal | null {
  const known = FRAMEWORK[error.code]
  if (known) return new Refusal(...known)
  if (error.statusCode === 429)
    return new Refusal('too_many_requests', sentence`Wait a moment, then try again.`, { retryAfterS: 10 })
  if (error.statusCode === 400) return new Refusal('malformed', error.message)
  return null
}
