import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Refusal, pointerOf } from './refusal'

const PLACE: Record<string, string> = { body: '', querystring: 'query', params: 'path', headers: 'header' }

/** Lets the contract's zod schemas check what comes in. */
export function useContractValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input: unknown) => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return { value: parsed.data }
    return { error: refusal(parsed.error, PLACE[httpPart ?? 'body'] ?? '') }
  })
}

/** A path that is no id leads nowhere: 404. A query that cannot be read: 400. Fields of a body: 422, each by name. */
function refusal(error: z.ZodError, place: string): Refusal {
  if (place === 'path') return new Refusal('not_found', 'There is no record with this id.')
  const errors = error.issues.flatMap((issue) => {
    const path = [...(place ? [place] : []), ...issue.path.map(String)]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: pointerOf([...path, key].join('.')),
        code: 'unknown_field',
        detail: 'There is no such field.',
      }))
    return [{ pointer: pointerOf(path.join('.')), code: codeOf(issue), detail: issue.message }]
  })
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
  issue.code === 'invalid_type' && issue.input === undefined ? 'required' : issue.code
