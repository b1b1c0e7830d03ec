import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/** Reduces answers to the contract's zod schemas. A serializer is compiled for the first answer that needs it. */
export function useContractSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data) =>
        jsonWriter(schema)(data),
  )
}

const writers = new WeakMap<z.ZodType, (data: unknown) => string>()

/** Returns the serializer of a schema, which is compiled at the first call. */
export function jsonWriter(schema: z.ZodType): (data: unknown) => string {
  const before = writers.get(schema)
  if (before) return before
  const made = fastJsonStringify(serializerSchema(schema))
  writers.set(schema, made)
  return made
}

/**
 * Returns the JSON schema of a serializer, which is fast on plain types and slow on `anyOf`: "X or null" becomes a nullable
 * X, and keywords for validation are dropped. Properties that the schema does not name are never sent.
 */
export function serializerSchema(schema: z.ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, { io: 'output', target: 'draft-7', unrepresentable: 'any' }) as JsonSchema
  delete made['$schema']
  return simplify(made) as JsonSchema
}

/** Any key is allowed, so nothing has to be removed: `JSON.stringify` writes it in half the time. */
const isRecordOfTexts = ({ type, properties, additionalProperties: value }: JsonSchema): boolean =>
  type === 'object' && properties === undefined && isPlainText(value)

const isPlainText = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string'

const VALIDATOR_ONLY = new Set([
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'propertyNames',
  'default',
  'enum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'required',
])

function simplify(node: unknown, insideProperties = false): unknown {
  if (Array.isArray(node)) return node.map((item) => simplify(item))
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node as JsonSchema)
    .filter(([key]) => insideProperties || !VALIDATOR_ONLY.has(key))
    .map(([key, value]) => [key, simplify(value, key === 'properties' && !insideProperties)] as const)
  const made: JsonSchema = Object.fromEntries(entries)
  if (insideProperties) return made
  const { type, anyOf: choices } = made
  if (isRecordOfTexts(made)) return {}
  if (Array.isArray(type) && type.length === 2 && type[1] === 'null')
    return { ...made, type: type[0] as string, nullable: true }
  if (!Array.isArray(choices)) return made
  const kinds = (choices as JsonSchema[]).filter((choice) => choice['type'] !== 'null')
  const [only] = kinds
  // A schema without a type accepts null, too.
  if (only && Object.keys(only).length === 0) return {}
  if (kinds.length !== 1 || kinds.length === choices.length || !only) return {}
  return { ...only, nullable: true }
}
