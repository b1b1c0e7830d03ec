import { z } from 'zod'
import type { Schema } from '../odd/values'

const known = new WeakMap<z.ZodType, Schema>()

/** Returns the JSON schema of a client's input for a contract schema. */
export function jsonSchemaOf(schema: z.ZodType): Schema {
  const before = known.get(schema)
  if (before) return before
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  known.set(schema, made)
  return made
}
