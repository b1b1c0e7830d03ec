import { sql } from 'kysely'
import type { AuditChange } from '../../contract/entities/audit-event'
import { diff } from '../kernel/audit'
import type { Reader } from '../db/transaction'
import type { Values } from './store-options'

/** History entry; `changes` is null for the creation of a record with `omitsCreationValues`. */
export interface HistoryEntry {
  id: string
  entity_type: string | null
  entity_id: string | null
  changes: AuditChange[] | null
}

interface Source {
  resource: string
  /** Names of the fields in the history of a creation. */
  fields: readonly string[]
  /** Returns the records that exist. */
  readMany: (reader: Reader, ids: readonly string[]) => Promise<(Values & { id: string })[]>
}

/**
 * Fills in the changes of creation entries: the record as it is now, or was when it was deleted, with later changes undone,
 * the last one first.
 */
export async function completeCreations(
  reader: Reader,
  { resource, fields, readMany }: Source,
  entries: readonly HistoryEntry[],
): Promise<void> {
  const open = entries.filter(({ entity_type, changes }) => changes === null && entity_type === resource)
  if (open.length === 0) return
  const ids = [...new Set(open.map(({ entity_id }) => entity_id))].filter((id) => id !== null)
  // Records are read before the history: undoing a change from in between does not alter the state that was read.
  const states = new Map<string, Values>((await readMany(reader, ids)).map((row) => [row.id, { ...row }]))
  const { rows } = await sql<HistoryEntry & { entity_id: string }>`
    select id, entity_type, entity_id, changes from audit_events
    where entity_type = ${resource} and entity_id = any(${ids}::uuid[]) order by at desc, id desc`.execute(reader)
  const created = new Map<string, AuditChange[]>()
  for (const { id, entity_id, changes } of rows) {
    const state = states.get(entity_id) ?? {}
    states.set(entity_id, state)
    if (changes) for (const { field, old } of changes) state[field] = old
    else {
      created.set(
        id,
        diff({}, state, fields).filter((change) => change.new !== null),
      )
      // Earlier entries belong to a deleted record with the same id.
      states.set(entity_id, {})
    }
  }
  for (const entry of open) entry.changes = created.get(entry.id) ?? []
}
