import { sql } from 'kysely'
import type { AuditChange } from '../../../../contract/entities/audit-event'
import type { Tx } from '../../../db/transaction'

/** Fields of an audit entry that undoing it requires. */
export interface AuditEntry {
  id: string
  at: string
  actor_id: string | null
  action: string
  changes: AuditChange[]
}

interface EntryKeys {
  resource: string
  recordId: string
  /** Id of the entry. */
  eventId?: string | undefined
  /** Request id of the entry. */
  requestId?: string | undefined
}

/** Returns the latest matching entry of a record's history. */
export async function readAuditEntry(
  tx: Tx,
  { resource, recordId, eventId, requestId }: EntryKeys,
): Promise<AuditEntry | undefined> {
  const { rows } = await sql<AuditEntry>`
    select id, at, actor_id, action, coalesce(changes, '[]') as changes from audit_events
    where entity_type = ${resource} and entity_id = ${recordId}
      and (${eventId ?? null}::uuid is null or id = ${eventId ?? null}::uuid)
      and (${requestId ?? null}::text is null or request_id = ${requestId ?? null}::text)
    order by at desc, id desc limit 1`.execute(tx)
  return rows[0]
}

/** Returns the names that records had in the latest entries of their histories, by record id. */
export async function readLastLabels(
  tx: Tx,
  resource: string,
  recordIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select chosen.id, entry.entity_label as label
    from unnest(${[...recordIds]}::uuid[]) as chosen (id)
    cross join lateral (
      select entity_label from audit_events
      where entity_type = ${resource} and entity_id = chosen.id and entity_label is not null
      order by at desc, id desc limit 1
    ) entry`.execute(tx)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
