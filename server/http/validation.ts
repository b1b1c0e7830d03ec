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
 * Lets the contract's zod schemas check what comes in. What no database keeps is refused before, wherever it stands, so
 * that nothing behind this has to think of it.
 */
export function useContractValidation(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { operation } = request.routeOptions.config
    if (!operation) return
    refuseUnstorable(request.params, 'path')
    if (operation.query) refuseUnstorable(request.query, 'query')
    refuseUnstorable(request.headers, 'header')
    // First, so that nothing goes through half a million items that are refused all the same.
    if (operation.body) cutLongLists(operation.body, request.body)
    const issue = unstorable(request.body)
    if (!issue) return
    // Whoever writes down what was asked would stumble over it again.
    request.body = null
    throw invalid([issue], UNSTORABLE)
  })
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input: unknown) => {
    const parsed = schema.safeParse(input)
    const phones = unreadablePhones(input)
    if (parsed.success && phones.length === 0) {
      // JSON in an address is read by its schema.
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

/** A path that is no id leads nowhere: 404. A query that cannot be read: 400. Fields of a body: 422, each by name. */
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
