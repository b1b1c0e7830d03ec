import { sql, type RawBuilder } from 'kysely'

/**
 * A value of a statement that the planner does not look at. What depends on none of its values is planned once a
 * connection; otherwise PostgreSQL plans anew each time, which takes several times as long as to do what a sale asks.
 * @param type of SQL, `uuid[]`
 */
export const unplanned = (value: unknown, type: string): RawBuilder<unknown> =>
  // The cast outside has `any` take it for one array and not for the rows of a query.
  sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
