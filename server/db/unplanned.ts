import { sql, type RawBuilder } from 'kysely'

/**
 * Returns a value that the planner does not inspect. A statement with a plan that depends on no value is planned once per
 * connection; otherwise PostgreSQL plans it at every call, several times the cost of executing a sale's queries.
 * @param type SQL type, `uuid[]`
 */
export const unplanned = (value: unknown, type: string): RawBuilder<unknown> =>
  // With the outer cast, `any` treats the value as one array and not as the rows of a query.
  sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
