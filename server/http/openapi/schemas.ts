import { z } from 'zod'
import { ENTITIES } from '../../../contract/entities'
import { Problem } from '../../../contract/core/problem'
import { Task } from '../../../contract/operations/tasks'
import { OctoAvailability, OctoBooking, OctoProduct, OctoRefusal } from '../../../contract/partner/octo'
import { PartnerTripDetail } from '../../../contract/partner/trips'

type JsonSchema = Record<string, unknown>
type Io = 'input' | 'output'

/** Schemas with their own name, so that generated clients have one type for each. */
const NAMED = new Map<z.ZodType, { name: string; io: Io }>([
  [Problem, { name: 'Problem', io: 'output' }],
  [Task, { name: 'Task', io: 'output' }],
  [PartnerTripDetail, { name: 'PartnerTrip', io: 'output' }],
  [OctoAvailability, { name: 'OctoAvailability', io: 'output' }],
  [OctoBooking, { name: 'OctoBooking', io: 'output' }],
  [OctoProduct, { name: 'OctoProduct', io: 'output' }],
  [OctoRefusal, { name: 'OctoRefusal', io: 'output' }],
  ...Object.entries(ENTITIES).flatMap(([resource, { record, create, update, replace }]) => {
    const name = nameOf(resource)
    return [
      [record, { name, io: 'output' }],
      [create, { name: `${name}Create`, io: 'input' }],
      [update, { name: `${name}Update`, io: 'input' }],
      [replace, { name: `${name}Replace`, io: 'input' }],
    ] as const
  }),
])

/** `pricing-rules` → `PricingRule` */
function nameOf(resource: string): string {
  return resource.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase()).replace(/s$/, '')
}

/** Returns the schema of a request or an answer, as a reference if it has a name. */
export function schemaOf(schema: z.ZodType, io: Io): JsonSchema {
  const named = NAMED.get(schema)
  if (named?.io === io) return { $ref: `#/components/schemas/${named.name}` }
  if (schema instanceof z.ZodArray && NAMED.get(schema.element as z.ZodType)?.io === io)
    return { type: 'array', items: schemaOf(schema.element as z.ZodType, io) }
  return written(schema, io)
}

const BY_NAME = new Map([...NAMED].map(([schema, { name, io }]) => [name, { schema, io }]))

/** Returns the schema with a name. @throws Error if there is none */
export function namedSchema(name: string): JsonSchema {
  const named = BY_NAME.get(name)
  if (!named) throw new Error(`No schema is named ${name}.`)
  return written(named.schema, named.io)
}

function written(schema: z.ZodType, io: Io): JsonSchema {
  const made = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as JsonSchema
  delete made['$schema']
  return withKeysByName(made) as JsonSchema
}

/**
 * Writes records with known keys as objects with these properties, so that type generators see the keys, and closes tuples.
 */
function withKeysByName(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withKeysByName)
  if (node === null || typeof node !== 'object') return node
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withKeysByName(value)]))
  if ('prefixItems' in made) return { items: {}, ...made }
  const { propertyNames, additionalProperties, ...rest } = made
  const keys = (propertyNames as { enum?: string[] } | undefined)?.enum
  if (!keys || typeof additionalProperties !== 'object') return made
  const properties = Object.fromEntries(keys.map((key) => [key, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}
