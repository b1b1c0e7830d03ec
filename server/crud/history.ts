import { sql } from 'kysely'
import type { AuditChange } from '../../contract/entities/audit-event'
import { diff } from '../kernel/audit'
import type { Reader } from '../db/transaction'
import type { Values } from './store-options'

/** An entry of the history; without changes where it is the creation of a record that says itself what it was made with. */
export interface HistoryEntry {
  id: string
  entity_type: string | null
  entity_id: string | null
  changes: AuditChange[] | null
}

interface Source {
  resource: string
  /** Names of the fields that the history of a creation tells. */
  fields: readonly string[]
  /** The records that are there. */
  readMany: (reader: Reader, ids: readonly string[]) => Promise<(Values & { id: string })[]>
}

/**
 * Puts into the entries of creations what the records were made with: each as it is now, or was when it was deleted, without
 * what has changed since, the last change first.
 */
export async function completeCreations(
  reader: Reader,
  { resource, fields, readMany }: Source,
  entries: readonly HistoryEntry[],
): Promise<void> {
  const open = entries.filter(({ entity_type, changes }) => changes === null && entity_type === resource)
  if (open.length === 0) return
  const ids = [...new Set(open.map(({ entity_id }) => entity_id))].filter((id) => id !== null)
  // The records first: a change that comes between is in the history, and the record stands before it already.
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
      // What came before it was another life of the record.
      states.set(entity_id, {})
    }
  }
  for (const entry of open) entry.changes = created.get(entry.id) ?? []
}
