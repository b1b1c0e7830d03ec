import { sql } from 'kysely'
import type { Blocker } from '../../contract/core/problem'
import type { Reader } from '../db/transaction'
import type { BlockedBy } from './store-options'

/** Returns one entry for each resource with references to this record: their number, and up to five of them by name. */
export async function findBlockers(reader: Reader, blockedBy: readonly BlockedBy[], id: string): Promise<Blocker[]> {
  const blockers: Blocker[] = []
  for (const { resource, table: other, id: key = 'id', column, list: isList, label: name, where } of blockedBy) {
    const condition = sql.raw(where ?? 'true')
    const refers = isList ? sql`${id} = any(${sql.ref(column)})` : sql`${sql.ref(column)} = ${id}`
    const { rows } = await sql<{ id: string; label: string; count: number }>`
      select id, label, count(*) over () as count from (
        select distinct ${sql.ref(key)} as id, ${sql.raw(name)} as label from ${sql.raw(other)} where ${refers} and ${condition}
      ) referring order by label limit 5`.execute(reader)
    const first = rows[0]
    if (!first) continue
    const examples = rows.map((row) => ({ id: row.id, label: row.label }))
    const known = blockers.find((blocker) => blocker.resource === resource)
    if (known) known.count += first.count
    else blockers.push({ resource, count: first.count, examples })
  }
  return blockers
}
