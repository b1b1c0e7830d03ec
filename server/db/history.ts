import { sql } from 'kysely'
import type { Change } from './audit-entry'
import type { Parts } from './parts'
import type { AuditEventsTable } from './record-tables'

/** History entry as it is stored. */
export type HistoryRow = Omit<AuditEventsTable, 'at' | 'changes'> & { changes: Change[] | null }

/**
 * Returns the part that writes history entries, at the time of this statement. The records are already locked, so that
 * entries of one record are in the order of their commits, whichever transaction began first. The text is the same for any
 * number of entries, so that its plan is reused.
 */
export const historyPart = (rows: readonly HistoryRow[]): Parts =>
  rows.length === 0
    ? {}
    : {
        history: sql`
          insert into audit_events (at, id, actor_kind, actor_id, actor_name, ip, request_id, action, entity_type,
            entity_id, entity_label, changes, reason)
          select statement_timestamp(), entry.*
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(id uuid, actor_kind text, actor_id uuid,
            actor_name text, ip text, request_id text, action text, entity_type text, entity_id uuid, entity_label text,
            changes jsonb, reason text)`,
      }
