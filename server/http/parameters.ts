import { z } from 'zod'
import { ignoresUnknownParameters, type Operation } from '../../contract/core/operations'
import { joinTexts, sentence, type Sentence } from '../../contract/core/sentence'
import { closestName } from './closest-name'
import { listedText } from './issue-text'

const NO_PARAMETERS = z.strictObject({})

/** Returns the query schema that a request is validated with: one that refuses unknown parameters, unless they are ignored. */
export function strictQuery(operation: Operation): z.ZodType | undefined {
  const { query } = operation
  if (ignoresUnknownParameters(operation)) return query
  if (query === undefined) return NO_PARAMETERS
  if (!(query instanceof z.ZodObject)) throw new Error(`The query of ${operation.id} must be an object schema.`)
  return query.strict()
}

/** Returns the sentence for an unknown query parameter: the accepted ones, and how a list is filtered. */
export function unknownParameterText(name: string, schema: z.ZodType): Sentence {
  const accepted = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  if (accepted.length === 0) return sentence`Is not a parameter of this request, which has none. Leave it out.`
  const close = closestName(name, accepted)
  return joinTexts([
    sentence`Is not a parameter of this request. It accepts: ${listedText(accepted.map((one) => `\`${one}\``))}.`,
    ...(close === undefined ? [] : [sentence`Did you mean \`${close}\`?`]),
    ...(accepted.includes('filter') ? [sentence`Write filters as JSON: filter={"status":"active"}.`] : []),
  ])
}
