import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { parseFilterKey, type FilterOperator } from '../../contract/core/filter'
import { columnKind, isI18n } from './columns'

export type Condition = RawBuilder<boolean>
/** Builds a condition on the table, which has the alias `t`, from the value of a filter that is no column. */
export type CustomFilter = (value: never) => Condition

const COMPARISONS: Partial<Record<FilterOperator, string>> = { gte: '>=', gt: '>', lte: '<=', lt: '<' }

interface FilterRules {
  shape: z.ZodRawShape
  custom: Record<string, CustomFilter>
  search: (words: string) => Condition
  /** Returns the SQL that reads a field. */
  columnOf: (field: string) => RawBuilder<unknown>
}

/** Returns the conditions of a filter that its schema has accepted. Every value is passed as a parameter. */
export function conditions(filter: Record<string, unknown>, rules: FilterRules): Condition[] {
  const { shape, custom, search, columnOf } = rules
  const found: Condition[] = []
  for (const [key, value] of Object.entries(filter)) {
    if (value === undefined || value === '') continue
    if (key === 'q') found.push(search(value as string))
    else if (custom[key]) found.push(custom[key](value as never))
    else {
      const { field, operator } = key in shape ? { field: key, operator: 'eq' as const } : parseFilterKey(key)
      found.push(condition(columnOf(field), operator, value, shape[field] as z.ZodType))
    }
  }
  return found
}

function condition(
  column: RawBuilder<unknown>,
  operator: FilterOperator,
  value: unknown,
  schema: z.ZodType,
): Condition {
  const isArray = columnKind(schema) === 'array'
  const comparison = COMPARISONS[operator]
  if (comparison) return sql<boolean>`${column} ${sql.raw(comparison)} ${value}`
  switch (operator) {
    case 'isnull':
      return value === true ? sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`
    case 'like':
      return sql<boolean>`${isI18n(schema) ? sql`${column}::text` : column} ilike ${contains(value as string)}`
    case 'neq':
      return sql<boolean>`${column} is distinct from ${value}`
    default:
      break
  }
  const values = Array.isArray(value) ? (value as unknown[]) : [value]
  if (isArray) return anyOf(values.map((item) => sql<boolean>`${item} = any(${column})`))
  if (isI18n(schema)) return sql<boolean>`${column}->>'en' = ${values[0]}`
  return values.length === 1 ? sql<boolean>`${column} = ${values[0]}` : oneOf(column, values)
}

const oneOf = (column: RawBuilder<unknown>, values: unknown[]): Condition =>
  values.length === 0 ? sql<boolean>`false` : sql<boolean>`${column} in (${sql.join(values)})`

const anyOf = (parts: Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`

/** Returns a pattern that matches the words anywhere. Characters that the user typed are never wildcards. */
export const contains = (words: string): string => `%${words.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
