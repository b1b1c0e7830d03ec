import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { ENTITIES } from '../../../../contract/entities'
import type { Sentence } from '../../../../contract/core/sentence'
import { checkInput } from '../../../../server/http/check-input'
import { translate } from '../../../../server/http/translate'
import { inValidatorWords } from '../../../support/validator-words'

/** Values that each part of a request is replaced by. */
const WRONG_VALUES = [
  undefined,
  null,
  '',
  'x',
  ' ',
  '[',
  '{"a":1}',
  'x'.repeat(20_000),
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [1],
]

/** Returns the values of a schema's form whose parts are all this value. */
function wrongIn(schema: z.ZodType, wrong: unknown, depth = 0): unknown[] {
  if (depth > 6) return [wrong]
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).map(([name, part]) => ({
      name,
      values: wrongIn(part as z.ZodType, wrong, depth + 1),
    }))
    const most = Math.max(1, ...parts.map(({ values }) => values.length))
    const whole = (at: number): Record<string, unknown> =>
      Object.fromEntries(parts.map(({ name, values }) => [name, values.length > at ? values[at] : wrong]))
    return [wrong, ...Array.from({ length: most }, (_, at) => ({ ...whole(at), unheard_of: 1 }))]
  }
  if (schema instanceof z.ZodArray)
    return [wrong, ...wrongIn(schema.element as z.ZodType, wrong, depth + 1).map((item) => [item])]
  if (schema instanceof z.ZodRecord)
    return [
      wrong,
      ...wrongIn(schema.valueType as z.ZodType, wrong, depth + 1).map((item) => ({ '1 x': item, en: item })),
    ]
  if (schema instanceof z.ZodUnion)
    return [wrong, ...schema.options.flatMap((option) => wrongIn(option as z.ZodType, wrong, depth + 1))]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return wrongIn(schema.unwrap() as z.ZodType, wrong, depth)
  if (schema instanceof z.ZodPipe) return wrongIn(schema.in as z.ZodType, wrong, depth)
  return [wrong]
}

const sentencesOf = (schema: z.ZodType): Sentence[] => {
  const inputs = WRONG_VALUES.flatMap((wrong) => wrongIn(schema, wrong))
  const issues = inputs.flatMap((input) => checkInput(schema, input).issues ?? [])
  return [...new Map(issues.map(({ message }) => [String(message), message])).values()]
}

/** Sentences for rules of a schema that has no words for them. */
const UNEXPLAINED = /^Is not valid|^Does not have the expected format|regular expression/

/** A sentence is a whole one: "Must be text." */
const SENTENCE = /^[A-Z].*[.?]$/s

const SCHEMAS: readonly [name: string, schema: z.ZodType][] = [
  ...ALL_OPERATIONS.flatMap(({ id, body, query }): [string, z.ZodType][] => [
    ...(body ? [[`body of ${id}`, body] satisfies [string, z.ZodType]] : []),
    ...(query ? [[`query of ${id}`, query] satisfies [string, z.ZodType]] : []),
  ]),
  ...Object.entries(ENTITIES).map(([name, { filter }]): [string, z.ZodType] => [`filter of ${name}`, filter]),
]

describe('refused input of the contract', () => {
  it.each(SCHEMAS)('is explained in plain English, with a translation: %s', (_, schema) => {
    const texts = sentencesOf(schema)
    const sentences = texts.map(String)
    expect(inValidatorWords(sentences)).toEqual([])
    expect(sentences.filter((text) => UNEXPLAINED.test(text) || !SENTENCE.test(text))).toEqual([])
    expect(texts.filter((text) => translate(text, 'de') === null).map(String)).toEqual([])
  })
})
