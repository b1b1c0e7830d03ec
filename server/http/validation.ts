import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FieldIssue } from '../../contract/core/entity'
import { FIELD_ERRORS_MAX } from '../../contract/core/limits/requests'
import { PHONE_CODE } from '../../contract/core/issue-code'
import { unstorable } from '../../contract/core/unstorable'
import { sentence } from '../../contract/core/sentence'
import { checkInput, type InputIssue } from './check-input'
import { cutLongLists } from './long-lists'
import { unknownParameterText } from './parameters'
import { unreadablePhones } from './phones'
import { Refusal, invalid, namedText, pointerOf, wrongInput, type FieldRefusal } from './refusal'

const PLACE: Record<string, string> = { body: '', querystring: 'query', params: 'path', headers: 'header' }

/**
 * Validates input with the contract's zod schemas.
 * Characters that the database cannot store are refused everywhere, so that no later code has to check for them.
 */
export function useContractValidation(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { operation } = request.routeOptions.config
    if (!operation) return
    refuseUnstorable(request.params, 'path')
    if (operation.query) refuseUnstorable(request.query, 'query')
    refuseUnstorable(request.headers, 'header')
    // Comes first, so that no check visits half a million items that are refused anyway.
    if (operation.body) cutLongLists(operation.body, request.body)
    const issue = unstorable(request.body)
    if (issue) {
      // The body is removed because loggers could not store it either.
      request.body = null
      throw invalid([issue], UNSTORABLE)
    }
    refuseQueryAndBody(request)
  })
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input: unknown) => {
    const { data, issues } = checkInput(schema, input)
    const phones = unreadablePhones(input)
    if (issues === undefined && phones.length === 0) {
      // JSON in a query parameter is parsed by its schema, so its result is checked here.
      if (httpPart === 'querystring') refuseUnstorable(data, 'query')
      return { value: data }
    }
    return { error: refusal(issues ?? [], phones, PLACE[httpPart ?? 'body'] ?? '', schema) }
  })
}

/** Refuses a request whose query and body are both invalid, with the errors of both: Fastify stops at the first of them. */
function refuseQueryAndBody({ query, body, routeOptions: { schema } }: FastifyRequest): void {
  const { querystring, body: bodySchema } = schema ?? {}
  if (!(querystring instanceof z.ZodType) || !(bodySchema instanceof z.ZodType)) return
  if (Object.keys(query as object).length === 0) return
  const wrongQuery = errorsIn(query, querystring, 'query')
  if (wrongQuery.length === 0) return
  const wrongBody = errorsIn(body, bodySchema, '')
  if (wrongBody.length > 0) throw wrongInput('validation', [...wrongBody, ...wrongQuery].slice(0, FIELD_ERRORS_MAX))
}

const errorsIn = (input: unknown, schema: z.ZodType, place: string): FieldRefusal[] =>
  fieldErrorsOf(checkInput(schema, input).issues ?? [], unreadablePhones(input), place, schema)

const UNSTORABLE = 'unstorable'

function refuseUnstorable(input: unknown, place: string): void {
  const issue = unstorable(input)
  if (issue) throw invalid([{ ...issue, path: issue.path === '' ? place : `${place}.${issue.path}` }], UNSTORABLE)
}

/** Names the accepted parameters in the issues of unknown ones. Unknown fields inside of a parameter have another path. */
const withParameters = (issues: readonly InputIssue[], schema: z.ZodType): readonly InputIssue[] =>
  issues.map((issue) =>
    issue.code === 'unknown_field' && !issue.path.includes('.')
      ? { ...issue, message: unknownParameterText(issue.path, schema) }
      : issue,
  )

/** Returns 404 for a malformed id in the path, 400 for the query, and 422 with each field for the body. */
function refusal(
  issues: readonly InputIssue[],
  phones: readonly FieldIssue[],
  place: string,
  schema: z.ZodType,
): Refusal {
  if (place === 'path') return notFound(issues)
  const errors = fieldErrorsOf(issues, phones, place, schema)
  return wrongInput(place === 'query' ? 'malformed' : 'validation', errors.slice(0, FIELD_ERRORS_MAX))
}

function fieldErrorsOf(
  issues: readonly InputIssue[],
  phones: readonly FieldIssue[],
  place: string,
  schema: z.ZodType,
): FieldRefusal[] {
  const explained = place === 'query' ? withParameters(issues, schema) : issues
  const found: FieldRefusal[] = explained.map(({ path, code, message }) => ({
    pointer: pointerOf([place, path].filter(Boolean).join('.')),
    code,
    detail: message,
  }))
  for (const { path, message } of phones) {
    const pointer = pointerOf(path)
    if (!found.some((field) => field.pointer === pointer)) found.push({ pointer, code: PHONE_CODE, detail: message })
  }
  return found
}

/** Returns a 404 that names the allowed values where the path has a closed list of them, such as the resources. */
function notFound(issues: readonly InputIssue[]): Refusal {
  const named = issues.find(({ code }) => code === 'invalid_value')
  return new Refusal(
    'not_found',
    named ? namedText(`/path/${named.path}`, named.message) : sentence`There is no record with this id.`,
  )
}
