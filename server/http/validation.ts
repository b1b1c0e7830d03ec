import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { FieldIssue } from '../../contract/core/entity'
import { FIELD_ERRORS_MAX } from '../../contract/core/limits'
import { PHONE_CODE, issueCode } from '../../contract/core/issue-code'
import { unstorable } from '../../contract/core/unstorable'
import { cutLongLists } from './long-lists'
import { unreadablePhones } from './phones'
import { Refusal, invalid, pointerOf } from './refusal'

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
    if (!issue) return
    // The body is removed because loggers could not store it either.
    request.body = null
    throw invalid([issue], UNSTORABLE)
  })
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input: unknown) => {
    const parsed = schema.safeParse(input)
    const phones = unreadablePhones(input)
    if (parsed.success && phones.length === 0) {
      // JSON in a query parameter is parsed by its schema, so its result is checked here.
      if (httpPart === 'querystring') refuseUnstorable(parsed.data, 'query')
      return { value: parsed.data }
    }
    return { error: refusal(parsed.error?.issues ?? [], phones, PLACE[httpPart ?? 'body'] ?? '') }
  })
}

const UNSTORABLE = 'unstorable'

function refuseUnstorable(input: unknown, place: string): void {
  const issue = unstorable(input)
  if (issue) throw invalid([{ ...issue, path: issue.path === '' ? place : `${place}.${issue.path}` }], UNSTORABLE)
}

/** Returns 404 for a malformed id in the path, 400 for the query, and 422 with each field for the body. */
function refusal(issues: readonly z.core.$ZodIssue[], phones: readonly FieldIssue[], place: string): Refusal {
  if (place === 'path') return new Refusal('not_found', 'There is no record with this id.')
  const found = issues.slice(0, FIELD_ERRORS_MAX).flatMap((issue) => {
    const path = [...(place ? [place] : []), ...issue.path.map(String)]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, FIELD_ERRORS_MAX).map((key) => ({
        pointer: pointerOf([...path, key].join('.')),
        code: 'unknown_field',
        detail: 'There is no such field.',
      }))
    return [{ pointer: pointerOf(path.join('.')), code: codeOf(issue), detail: issue.message }]
  })
  for (const { path, message } of phones) {
    const pointer = pointerOf(path)
    if (!found.some((field) => field.pointer === pointer)) found.push({ pointer, code: PHONE_CODE, detail: message })
  }
  const errors = found.slice(0, FIELD_ERRORS_MAX)
  const code = place === 'query' ? 'malformed' : 'validation'
  return new Refusal(
    code,
    errors
      .map((field) => `${field.pointer || 'The body'}: ${field.detail}`)
      .slice(0, 3)
      .join(' '),
    { errors },
  )
}

const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'required' : issueCode(issue)
