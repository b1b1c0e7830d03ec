import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { I18nText } from '../../../../contract/core/scalars'
import { checkInput } from '../../../../server/http/check-input'
import { inValidatorWords } from '../../../support/validator-words'

const Trip = z.strictObject({ vehicle_id: z.string().optional(), driver_id: z.string().optional() })
const Payment = z.discriminatedUnion('method', [
  z.object({ method: z.literal('cash'), given: z.int() }),
  z.object({ method: z.literal('card') }),
])
const Legs = z.array(z.union([z.strictObject({ journey_id: z.guid() }), z.strictObject({ route_id: z.guid() })]))

/** Sentences by the schema and an input that it refuses. */
const TABLE: readonly [code: string, schema: z.ZodType, input: unknown, sentences: Record<string, string>][] = [
  ['invalid_type', z.object({ a: z.string() }), {}, { a: 'Is required.' }],
  ['invalid_type', z.object({ a: z.string() }), { a: 1 }, { a: 'Must be text.' }],
  ['invalid_type', z.object({ a: z.number() }), { a: 'x' }, { a: 'Must be a number.' }],
  ['invalid_type', z.object({ a: z.int() }), { a: 1.5 }, { a: 'Must be a whole number.' }],
  ['invalid_type', z.object({ a: z.boolean() }), { a: 1 }, { a: 'Must be true or false.' }],
  ['invalid_type', z.object({ a: z.array(z.string()) }), { a: {} }, { a: 'Must be a list.' }],
  ['invalid_type', z.object({ a: z.tuple([z.string()]) }), { a: 1 }, { a: 'Must be a list.' }],
  ['invalid_type', z.object({ a: z.record(z.string(), z.string()) }), { a: [] }, { a: 'Must be an object.' }],
  [
    'invalid_type',
    z.object({ a: I18nText }),
    { a: 'Plain' },
    { a: 'Must be an object of texts by language, such as {"en": "Larnaca Airport", "fr": "Aéroport de Larnaca"}.' },
  ],
  ['invalid_type', z.object({ a: I18nText }), {}, { a: 'Is required.' }],
  ['invalid_type', z.object({ a: z.null() }), { a: 1 }, { a: 'Must be null.' }],
  ['invalid_type', z.object({ a: z.never().optional() }), { a: 1 }, { a: 'Must be left out.' }],
  ['invalid_type', z.object({}), null, { '': 'Must be an object.' }],
  ['invalid_type', z.object({}), undefined, { '': 'Is required.' }],
  ['invalid_value', z.object({ a: z.enum(['b', 'c']) }), { a: 'd' }, { a: 'Must be one of: b, c.' }],
  ['invalid_value', z.object({ a: z.enum(['b', 'c']) }), {}, { a: 'Is required. Must be one of: b, c.' }],
  ['invalid_value', z.literal('b'), 'c', { '': 'Must be "b".' }],
  ['invalid_value', z.stringbool(), 'maybe', { '': 'Must be true or false.' }],
  ['too_small', z.string().min(1), '', { '': 'Must not be empty.' }],
  ['too_small', z.string().min(3), 'a', { '': 'Must have at least 3 characters.' }],
  ['too_small', z.string().length(1), '', { '': 'Must have exactly 1 character.' }],
  ['too_small', z.array(z.string()).min(1), [], { '': 'Must have at least 1 item.' }],
  ['too_small', z.number().min(0), -1, { '': 'Must be at least 0.' }],
  ['too_small', z.number().gt(0), 0, { '': 'Must be more than 0.' }],
  ['too_small', z.date().min(new Date(0)), new Date(-1), { '': 'Must not be before 1970-01-01T00:00:00.000Z.' }],
  ['too_big', z.string().max(2), 'abc', { '': 'Must have at most 2 characters.' }],
  ['too_big', z.array(z.string()).length(1), ['a', 'b'], { '': 'Must have exactly 1 item.' }],
  ['too_big', z.tuple([z.string()]), ['a', 'b'], { '': 'Must have at most 1 item.' }],
  ['too_big', z.int().max(9), 10, { '': 'Must be at most 9.' }],
  ['too_big', z.number().lt(9), 9, { '': 'Must be less than 9.' }],
  ['too_big', z.date().max(new Date(0)), new Date(1), { '': 'Must not be after 1970-01-01T00:00:00.000Z.' }],
  ['invalid_format', z.email(), 'x', { '': 'Must be an email address such as name@example.com.' }],
  ['invalid_format', z.string().startsWith('a'), 'b', { '': 'Must begin with "a".' }],
  ['invalid_format', z.string().endsWith('a'), 'b', { '': 'Must end with "a".' }],
  ['invalid_format', z.string().includes('a'), 'b', { '': 'Must contain "a".' }],
  ['invalid_format', z.string().regex(/^a$/), 'b', { '': 'Must match the regular expression /^a$/.' }],
  ['invalid_format', z.ulid(), 'b', { '': 'Does not have the expected format.' }],
  ['not_multiple_of', z.number().multipleOf(5), 7, { '': 'Must be a multiple of 5.' }],
  ['unrecognized_keys', Trip, { colour: 1 }, { colour: 'Is not a field of this request.' }],
  [
    'unrecognized_keys',
    Trip,
    { vehicleId: 1, driver: 1, driver_di: 1 },
    {
      vehicleId: 'Is not a field of this request. Did you mean `vehicle_id`?',
      driver: 'Is not a field of this request. Did you mean `driver_id`?',
      driver_di: 'Is not a field of this request. Did you mean `driver_id`?',
    },
  ],
  [
    'unrecognized_keys',
    z.partialRecord(z.enum(['outbound', 'return']), z.string()),
    { outbond: 'x' },
    { outbond: 'Is not a field of this request. Did you mean `outbound`?' },
  ],
  [
    'invalid_key',
    z.record(z.string().regex(/^[a-z]{2}$/, 'Must be a language code such as en.'), z.string()),
    { e1: 'x' },
    { e1: 'The name "e1" is not valid: must be a language code such as en.' },
  ],
  ['invalid_element', z.map(z.string(), z.string()), new Map<string, unknown>([['a', 1]]), { a: 'Must be text.' }],
  ['invalid_union', Payment, { method: 'gold' }, { method: 'Must be one of: cash, card.' }],
  ['invalid_union', Payment, { method: 'cash' }, { given: 'Is required.' }],
  ['invalid_union', z.union([z.guid('Must be a record id.'), z.array(z.guid())]), 'x', { '': 'Must be a record id.' }],
  ['invalid_union', z.union([z.string(), z.array(z.string())]), 1, { '': 'Must be text, or must be a list.' }],
  ['invalid_union', z.union([z.string(), z.array(z.string())], 'Must be a name.'), 1, { '': 'Must be a name.' }],
  ['invalid_union', Legs, [{ route_id: 1 }], { '0.route_id': 'Must be text.' }],
  ['invalid_union', z.object({ a: z.union([z.string(), z.number()]) }), {}, { a: 'Is required.' }],
  [
    'invalid_union',
    z.xor([z.string(), z.string().min(1)]),
    'x',
    { '': 'Matches more than one of the accepted forms. Send only one of them.' },
  ],
  ['custom', z.string().refine(() => false), 'x', { '': 'Is not valid.' }],
  ['custom', z.string().refine(() => false, 'Must be a town.'), 'x', { '': 'Must be a town.' }],
]

describe('issue of an input', () => {
  it.each(TABLE)('says in plain English what is accepted: %s %#', (_, schema, input, sentences) => {
    const { issues = [] } = checkInput(schema, input)
    expect(Object.fromEntries(issues.map(({ path, message }) => [path, String(message)]))).toEqual(sentences)
    expect(inValidatorWords(issues.map(({ message }) => String(message)))).toEqual([])
  })

  it('is covered by a sentence for each code of the validator', () => {
    const codes: Record<z.core.$ZodIssueCode, true> = {
      invalid_type: true,
      invalid_value: true,
      too_small: true,
      too_big: true,
      invalid_format: true,
      not_multiple_of: true,
      unrecognized_keys: true,
      invalid_key: true,
      invalid_element: true,
      invalid_union: true,
      custom: true,
    }
    expect([...new Set(TABLE.map(([code]) => code))].toSorted()).toEqual(Object.keys(codes).toSorted())
  })

  it('has the code "required" for an absent value only', () => {
    const schema = z.object({ a: z.string(), b: z.string(), c: z.enum(['x']), d: z.enum(['x']) })
    expect(checkInput(schema, { a: 1, c: 'y' }).issues).toMatchObject([
      { path: 'a', code: 'invalid_type' },
      { path: 'b', code: 'required' },
      { path: 'c', code: 'invalid_value' },
      { path: 'd', code: 'required' },
    ])
  })
})
