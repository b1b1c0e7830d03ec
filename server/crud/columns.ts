import { z } from 'zod'

/** Storage of a field in its column. */
export type ColumnKind = 'scalar' | 'array' | 'json'

export function columnKind(schema: z.ZodType): ColumnKind {
  let inner = schema
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  if (inner instanceof z.ZodArray) {
    const element = columnKind(inner.element as z.ZodType)
    return element === 'scalar' ? 'array' : 'json'
  }
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord ? 'json' : 'scalar'
}

/** True for text in several languages, which sorts and filters by its words and not by its JSON. */
export function isI18n(schema: z.ZodType): boolean {
  let inner = schema
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  return inner instanceof z.ZodRecord
}
