import { sql } from 'kysely'
import type { Db } from '../../server/db/database'

const letter = (place: number) => `substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', ((n >> ${5 * place}) & 31)::int + 1, 1)`

/** SQL of the reservation reference that encodes the number `n`. */
export const REFERENCE_OF_N = [0, 1, 2, 3, 4, 5].map(letter).join(' || ')

/** Returns a function that writes a statement to copy rows `p` of a table with other values in some columns. */
export async function rowCopier(db: Db) {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`.execute(db)
  const columnsOf = new Map(rows.map(({ table, columns }) => [table, columns]))
  return (table: string, from: string, values: Record<string, string>): string => {
    const columns = columnsOf.get(table) ?? []
    const unknown = Object.keys(values).filter((name) => !columns.includes(name))
    if (unknown.length > 0) throw new Error(`${table} has no columns ${unknown.join(', ')}.`)
    return `insert into ${table} (${columns.join(', ')})
      select ${columns.map((name) => values[name] ?? `p.${name}`).join(', ')} ${from}`
  }
}
