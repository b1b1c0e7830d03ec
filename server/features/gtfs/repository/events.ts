import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../../db/transaction'
import { batches } from './links'

interface Author {
  actor: { kind: string; id: string | null; name: string }
  requestId: string
  ip: string | null
}

export interface CreatedRecord {
  id: string
  label: string
  values: Record<string, unknown>
}

const BATCH_ROWS = 1_000

/** Inserts one audit event per new record, like `audit`, in batches. */
export async function auditCreations(
  tx: Tx,
  { actor, requestId, ip }: Author,
  resource: string,
  records: readonly CreatedRecord[],
): Promise<void> {
  for (const some of batches(records, BATCH_ROWS))
    await sql`
      insert into audit_events (id, actor_kind, actor_id, actor_name, ip, request_id, action, entity_type, entity_id, entity_label, changes)
      select r.id, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${ip}, ${requestId}, ${`${resource.replaceAll('-', '_')}.created`}, ${resource},
        r.entity_id, r.label, r.changes::jsonb
      from unnest(
        ${some.map(() => uuidv7())}::uuid[], ${some.map((record) => record.id)}::uuid[], ${some.map((record) => record.label)}::text[],
        ${some.map((record) => JSON.stringify(changesOf(record)))}::text[]
      ) as r(id, entity_id, label, changes)`.execute(tx)
}

const changesOf = ({ values }: CreatedRecord) =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => ({ field, old: null, new: value }))
